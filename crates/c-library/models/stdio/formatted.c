/* For formats that are known when the call is lowered: what follows the last piece. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_may_set_errno(void);
extern int __VERIFIER_nondet_int(void);

static int told(size_t n)
{
    return n > 2147483647u ? -1 : (int)n;
}

/* The end of a string of `n` bytes in a buffer of `size`. */
int __linchpin_finish_string(char *s, size_t size, size_t n)
{
    if (size > 0)
        s[n < size ? n : size - 1] = 0;
    return told(n);
}

/* Output to a stream may fail. */
int __linchpin_finish_output(size_t n)
{
    int any = __VERIFIER_nondet_int();
    if (any < 0) {
        __linchpin_set_errno();
        return any;
    }
    __linchpin_may_set_errno();
    return told(n);
}
