//@ run: verify %s --externals pure --time 5
//@ truth: holds
//@ verdict: unknown(timeout)
// `sscanf` writes where it is told to, and nothing else. The loops of its model are too much for a
// proof today.
extern void reach_error(void);
extern int sscanf(const char *text, const char *format, ...);
extern const char *line(void);

int kept = 4;

int main(void)
{
    int a = 1, b = 2;
    int *where = &a;
    if (sscanf(line(), "%d %d", &a, &b) == 2 && a != b)
        *where = 7;
    else
        a = 7;
    if (a != 7 || kept != 4)
        reach_error();
    return 0;
}
