//@ run: verify %s
//@ truth: fails
//@ verdict: unknown(unsupported)
// `strcpy` has no body here, and taking it for a function without effect would prove that the
// first character stays what it was.

extern char *strcpy(char *target, const char *source);
extern void reach_error(void);

int main(void)
{
    char text[4] = "a";
    strcpy(text, "b");
    if (text[0] == 'b')
        reach_error();
    return 0;
}
