//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A function inside a function is read; that it sees the variables of the outer one is not
// modelled yet.
extern void reach_error(void);

int main(void)
{
    int total = 0;
    void add(int x) { total += x; }
    add(3);
    add(4);
    if (total == 7)
        reach_error();
    return 0;
}
