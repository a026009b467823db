//@ run: verify %s --property unreach-call
//@ model: ILP32
//@ truth: holds
//@ verdict: true
// `__alignof__` of a type is what a variable has, `_Alignof` what a member has.
extern void reach_error(void);
struct s { char c; long long l; } __attribute__((packed)) s;
struct t { char c; long long l; } t;
int main(void)
{
    long long *p = 0;
    char *bytes = 0;
    if (__alignof__(long long) != 8 || __alignof__(double) != 8 || __alignof__(double[2]) != 8)
        reach_error();
    if (_Alignof(long long) != 4 || _Alignof(double) != 4 || __alignof__(long double) != 4)
        reach_error();
    if (__alignof__(struct t) != 4 || __alignof__(*p) != 8 || __alignof__(*(long long *)bytes) != 8)
        reach_error();
    if (__alignof__(s.l) != 1 || __alignof__(t.l) != 4 || __alignof__(*(char *)p) != 8)
        reach_error();
    return 0;
}
