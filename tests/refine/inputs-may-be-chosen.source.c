// See inputs-may-be-chosen.target.c.
extern int __VERIFIER_nondet_int(void);
int f(int n)
{
    return __VERIFIER_nondet_int();
}
