extern int __VERIFIER_nondet_int(void);
int near(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 8)
        return 0;
    while (x < 3)
        x++;
    return x;
}
