//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The record has 5 bytes, so that its last byte is number 4.
extern int __VERIFIER_nondet_int(void);
#pragma pack(push, 1)
struct header { char tag; int length; };
#pragma pack(pop)
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct header h = { 1, 2 };
    char *bytes = (char *)&h;
    return bytes[n > 3 ? 5 : 4]; //~ violated valid-deref
}
