//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// _Float128 and __float128 are read, with their constants, and have their size and range.
extern void reach_error(void);

static _Float128 quarter = 0.25f128;
static __float128 third = 1.0Q / 4;

int main(void)
{
    _Float128 sum = quarter + third;
    __float128 tiny = 1;
    for (int i = 0; i < 2000; i++)
        tiny /= 2;
    /* Far below what a double can hold, and still not zero. */
    if (sizeof(sum) == 16 && sum == 0.5 && tiny > 0 && (double)tiny == 0 && (int)(sum * 8) == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
