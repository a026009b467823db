//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `strsep` and `strtol` write into the string and the pointers, and nothing else.
extern char *strsep(char **, const char *);
extern long strtol(const char *, char **, int);
extern char *nondet_string(void);
extern void reach_error(void);

int main(void)
{
    int pieces = 0;
    char *rest = nondet_string(), *piece, *end;
    while (pieces < 10 && (piece = strsep(&rest, ",")) != 0) {
        pieces++;
        if (strtol(piece, &end, 10) == 7 && strtol(piece, (char **)0, 10) == 8)
            return 1;
    }
    if (pieces < 0 || pieces > 10)
        reach_error();
    return 0;
}
