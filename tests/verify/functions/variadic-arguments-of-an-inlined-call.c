//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// How many arguments the call passes that the function is inlined into.
extern void reach_error(void);
static inline __attribute__((always_inline)) int f(int n, ...)
{
    return __builtin_va_arg_pack_len();
}
int main(void)
{
    if (f(1, 2, 3) == 2)
        reach_error();
    return 0;
}
