//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// `strcpy` has no body here; taking it for a function without effect would prove that the first
// character stays what it was.

extern char *strcpy(char *target, const char *source);
extern void reach_error(void);

int main(void)
{
    char text[4] = "a";
    strcpy(text, "b");
    if (text[0] == 'b')
        reach_error(); //~ violated unreach-call
    return 0;
}
