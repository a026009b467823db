//@ run: verify %s
//@ truth: holds
//@ verdict: true
// `strlen` is the program's own here, and `strchr` one that only this file knows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__SIZE_TYPE__ strlen(const char *text)
{
    return 42;
}
static int strchr(int a)
{
    return a + 1;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (strlen("abc") != 42 || strchr(1) != 2)
        reach_error();
    return 0;
}
