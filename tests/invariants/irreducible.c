//@ over: int x, int n
//@ run: invariants %s --seeds precondition --witness %t.yml
//@ means: 20: n == 7
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// A loop with two entries: no statement is its head, and still something holds in it.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 0, n = 7;
    if (input())
        goto second;
first:
    x++;
    if (x > n)
        return 0;
second:
    x++;
    if (input())
        goto first;
    if (n != 7)
        reach_error();
    return x;
}
