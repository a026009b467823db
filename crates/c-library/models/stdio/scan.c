/* Formatted input from a stream, for formats that are known when the call is lowered. Conversion
   number `i` stores something if so many have matched. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern void __linchpin_nothing_pushed(void);
extern int __linchpin_one_has_ended(void);
extern int __linchpin_unmodelled_int(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __linchpin_any_bytes(void *, size_t);

/* Any number of them, or the end of the input before the first. Which stream is read is not known
   here, so that nothing is said once one of them has ended. */
int __linchpin_scan_matches(int n)
{
    __linchpin_nothing_pushed();
    __linchpin_may_set_errno();
    unsigned missing =
        __linchpin_one_has_ended() ? (unsigned)__linchpin_unmodelled_int() : __VERIFIER_nondet_uint();
    return missing > (unsigned)n ? -1 : n - (int)missing;
}

void __linchpin_scan_schar(int matched, int i, signed char *to)
{
    if (matched > i)
        *to = (signed char)__VERIFIER_nondet_int();
}

void __linchpin_scan_short(int matched, int i, short *to)
{
    if (matched > i)
        *to = (short)__VERIFIER_nondet_int();
}

void __linchpin_scan_int(int matched, int i, int *to)
{
    if (matched > i)
        *to = __VERIFIER_nondet_int();
}

void __linchpin_scan_long(int matched, int i, long *to)
{
    if (matched > i)
        *to = __VERIFIER_nondet_long();
}

void __linchpin_scan_longlong(int matched, int i, long long *to)
{
    if (matched > i)
        *to = __VERIFIER_nondet_longlong();
}

void __linchpin_scan_float(int matched, int i, float *to)
{
    if (matched > i)
        *to = __VERIFIER_nondet_float();
}

void __linchpin_scan_double(int matched, int i, double *to)
{
    if (matched > i)
        *to = __VERIFIER_nondet_double();
}

void __linchpin_scan_long_double(int matched, int i, long double *to)
{
    if (matched > i)
        *to = (long double)__VERIFIER_nondet_double();
}

void __linchpin_scan_chars(int matched, int i, char *to, size_t n)
{
    if (matched > i)
        __linchpin_any_bytes(to, n);
}

/* At least one byte and at most `most`, no white space among them, and the end. */
void __linchpin_scan_string(int matched, int i, char *to, size_t most)
{
    if (matched <= i)
        return;
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n == 0)
        n = 1;
    if (n > most)
        n = most;
    __linchpin_any_bytes(to, n);
    size_t k = 0;
    while (k < n && to[k] != 32 && !(to[k] >= 9 && to[k] <= 13))
        k++;
    if (k == 0) {
        to[0] = 48;
        k = 1;
    }
    to[k] = 0;
}
