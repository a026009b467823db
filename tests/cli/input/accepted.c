extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int boots = __VERIFIER_nondet_int();
    // linchpin: accept no-overflow: nobody switches it on two billion times
    boots++;
#ifdef BOTH
    if (__VERIFIER_nondet_int())
        return -__VERIFIER_nondet_int();
#endif
    return boots;
}
