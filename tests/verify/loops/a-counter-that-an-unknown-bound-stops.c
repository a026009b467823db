//@ truth: holds
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: unknown(inconclusive)
// `first` follows `count` and is one more, so that it is positive as long as `count` does not come
// to the largest number: the bound excludes that, and no lemma that is tried says so of both.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int first = 1;
    for (int count = 0; count < 1000 && count < input(); count++)
        first++;
    if (first < 0)
        reach_error();
    return 0;
}
