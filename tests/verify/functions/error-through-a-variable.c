//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer to the error function leads to it.
extern void reach_error(void);

int main(void)
{
    void (*f)(void) = reach_error;
    f(); //~ violated unreach-call
    return 0;
}
