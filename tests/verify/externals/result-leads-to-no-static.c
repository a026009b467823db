//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody outside can name a static variable whose address is never taken.
extern void reach_error(void);
extern int *other(void);
static int count;

int main(void)
{
    int *p = other();
    count = 1;
    if (p)
        *p = 2;
    if (count != 1)
        reach_error();
    return 0;
}
