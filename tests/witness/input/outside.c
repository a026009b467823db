extern void other(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    other();
    if (x == 3)
        reach_error();
    return 0;
}
