//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The rest is null behind the last piece.
extern char *strsep(char **, const char *);
extern void reach_error(void);

int main(void)
{
    char text[] = "a";
    char *rest = text;
    strsep(&rest, ",");
    if (rest == 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
