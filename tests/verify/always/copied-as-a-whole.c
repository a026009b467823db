//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A record is written by a copy.
struct pair {
    int low, high;
};
static struct pair range = {1, 2};
//@ invariant range.low <= range.high; //~ violated unreach-call

int main(void)
{
    struct pair other = {5, 4};
    range = other;
    return 0;
}
