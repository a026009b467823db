//@ run: invariants %s --externals pure --witness %t.yml --annotate %t.c
//@ shows: the `while` loop in `count`
//@ shows: limit == 10
//@ hides: start == 3
//@ shows: the `do` loop in `main`; each time before its body
//@ run: invariants %t.c --externals pure
//@ shows: limit == 10
//@ run: check %t.yml %s --externals pure
//@ verdict: true
//@ run: verify %s --externals pure --property unreach-call
//@ verdict: true
// `count` is called twice: its loop has what holds in both calls. What is written into the
// program as comments leaves the program what it is.
extern int input(void);
extern void reach_error(void);
int limit = 10;
int count(int start)
{
    int i = start;
    while (i < limit)
        i++;
    return i;
}
int main(void)
{
    int sum;
    do {
        sum = count(3) + count(5);
    } while (input());
    if (limit != 10)
        reach_error();
    return sum;
}
