//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// goto forwards, backwards and out of nested blocks; labels local to a block; an unused label.
extern void reach_error(void);

int main(void)
{
    int n = 0;
again:
    n++;
    if (n < 5)
        goto again;
    for (int i = 0; ; i++)
        for (int j = 0; j < 13; j++)
            if (i * j == 12) {
                n += i * 10 + j;
                goto found;
            }
found: ;
    {
        __label__ inner;
        if (n)
            goto inner;
        n = 0;
inner:
        n++;
    }
unused: __attribute__((unused));
    if (n == 5 + 10 + 12 + 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
