extern void helper(int);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    helper(__VERIFIER_nondet_int() == 3);
    return 0;
}
