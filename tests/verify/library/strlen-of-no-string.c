//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The model reads too far; what is shown is the call.
extern __SIZE_TYPE__ strlen(const char *);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[4] = "abc";
    if (__VERIFIER_nondet_int() == 12)
        text[3] = 'd';
    return (int)strlen(text); //~ violated valid-deref
}
