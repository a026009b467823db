//@ truth: holds
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
// As with two steps, but in an inner loop, so that a step may also be one from the inner head to
// the outer one and back; the outer head needs the lemmas, too.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 4, y = 9;
    while (input()) {
        while (input()) {
            int masked = x & 13;
            x = y;
            y = masked;
        }
        if (x == 2)
            reach_error();
    }
    return 0;
}
