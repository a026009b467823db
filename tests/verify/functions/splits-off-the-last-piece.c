//@ run: verify %s
//@ truth: fails
//@ verdict: unknown(unsupported)
// The rest is null behind the last piece. Which piece is the last is not modelled, so that a run
// that depends on it is no evidence; it must not be called impossible either.
extern char *strsep(char **, const char *);
extern void reach_error(void);

int main(void)
{
    char text[] = "a";
    char *rest = text;
    strsep(&rest, ",");
    if (rest == 0)
        reach_error();
    return 0;
}
