//@ truth: fails
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: false(unreach-call)
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// `x` is not 2 for the first three steps, and is in the fourth.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 4, y = 9, z = 12, last = 2;
    while (input()) {
        int masked = x & 13;
        x = y;
        y = z;
        z = last;
        last = masked;
        if (x == 2)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
