//@ truth: holds
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
// As with two steps, with one variable more on the way.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 4, y = 9, z = 12;
    while (input()) {
        int masked = x & 13;
        x = y;
        y = z;
        z = masked;
        if (x == 2)
            reach_error();
    }
    return 0;
}
