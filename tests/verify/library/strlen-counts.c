//@ run: verify %s
//@ run: verify %s --property valid-deref
//@ truth: holds
//@ verdict: true
extern __SIZE_TYPE__ strlen(const char *);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[4] = "abc";
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 3)
        text[at] = 'x';
    if (strlen(text) != 3 || __builtin_strlen(text + 1) != 2)
        reach_error();
    return 0;
}
