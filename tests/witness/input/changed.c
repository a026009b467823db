// The witnesses beside this file try to change it: `y` may be 42 where it is asked about.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4];
volatile int vol;
int y, z = 1;
int fix(void) { y = 0; return 1; }
struct S { int m; } st;
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = &y;
    int u;
    int n = __VERIFIER_nondet_int();
    y = x;
    while (n > 0) {
        n--;
    }
    if (y == 42)
        reach_error();
    return 0;
}
