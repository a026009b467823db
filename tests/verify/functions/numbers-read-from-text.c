//@ run: verify %s --externals pure --property unreach-call
//@ truth: holds
//@ verdict: true
// What `scanf` writes is any value; what it is not given stays.
extern void reach_error(void);
extern int scanf(const char *format, ...);

int kept = 4;

int main(void)
{
    int a = 1, b = 2;
    int *where = &a;
    if (scanf("%d %d", &a, &b) == 2 && a != b)
        *where = 7;
    else
        a = 7;
    if (a != 7 || kept != 4)
        reach_error();
    return 0;
}
