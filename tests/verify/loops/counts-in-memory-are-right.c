//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The twin of the one that fails: what was counted is what it must be.
extern void reach_error(void);
struct statistics {
    int n;
    long sum;
};
static int seen[4];
static void count(struct statistics *it, int *other)
{
    for (int i = 0; i < 2000000000; i++) {
        it->n++;
        it->sum += it->n;
        seen[2] += 1;
        *other = seen[2] - i;
    }
}
int main(void)
{
    struct statistics it = { 0, 0 };
    int other = 0;
    count(&it, &other);
    if (it.sum != 2000000001000000000 || other != 1)
        reach_error();
    return 0;
}
