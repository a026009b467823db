typedef __typeof__(sizeof 0) size_t;
extern unsigned __VERIFIER_nondet_uint(void);

/* Any number of the right sign; which one, C leaves open. */
static int order(unsigned char a, unsigned char b)
{
    if (a == b)
        return 0;
    int any = (int)(__VERIFIER_nondet_uint() >> 1);
    if (a < b)
        return -1 - any;
    return any == 0 ? 1 : any;
}

/* All bytes are looked at: both blocks must be as long as the caller says. */
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    unsigned char left = 0;
    unsigned char right = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char first = x[i];
        unsigned char second = y[i];
        if (left == right) {
            left = first;
            right = second;
        }
    }
    return order(left, right);
}
