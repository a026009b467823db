// See inputs-must-not-be-new.target.c.
extern int __VERIFIER_nondet_int(void);
int f(int n)
{
    return n + 1;
}
