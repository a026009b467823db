//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody declares the function, so it is taken to return `int`, which is said.
extern void reach_error(void);
int main(void)
{
    unsigned n = lenght("abc"), i = 0; //~ warning[W0260]: `lenght` is called and not declared
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
