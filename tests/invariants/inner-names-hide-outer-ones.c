//@ run: invariants %s --witness %t.yml
//@ shows: the `while` loop in `main`
//@ shows: y == 2
//@ hides: x == 1
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// Inside the block `x` means another variable, so nothing can be said there of the outer one.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 1, y = 2;
    {
        int x = input();
        while (x > 0)
            x--;
    }
    if (x != 1 || y != 2)
        reach_error();
    return 0;
}
