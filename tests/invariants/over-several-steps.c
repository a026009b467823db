//@ over: int x, int y
//@ run: invariants %s --witness %t.yml
//@ means: 15: x != 2 && y != 2
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
// `x != 2` is not inductive, and together with what it says of the next state it is.
extern int input(void);
int main(void)
{
    int x = input(), y = input();
    if (x == 2 || y == 2)
        return 0;
    while (input()) {
        int masked = x & 13;
        x = y;
        y = masked;
    }
    return x + y;
}
