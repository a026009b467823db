//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// _Alignas, _Alignof, _Static_assert and _Noreturn.
extern void reach_error(void);

_Static_assert(sizeof(char) == 1, "a char is a byte");
struct holder { _Static_assert(1, "inside too"); char c; _Alignas(8) char d; _Alignas(int) char e; };
_Noreturn void leave(void);
static _Alignas(64) char buffer[3];

int main(void)
{
    _Static_assert(_Alignof(short) == 2, "");
    _Static_assert(__alignof__(struct holder) == 8);
    if (sizeof(struct holder) == 16 && __builtin_offsetof(struct holder, e) == 12
        && (__UINTPTR_TYPE__)buffer % 64 == 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
