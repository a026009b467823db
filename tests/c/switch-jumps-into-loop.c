//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Cases may stand inside loops and blocks (Duff's device); execution falls through.
extern void reach_error(void);

static int copy(char *to, const char *from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return n;
}

int main(void)
{
    char target[12] = "...........";
    copy(target, "abcdefg", 7);
    int reached = 0;
    switch (5) {
        int never_initialised;
    default:
        never_initialised = 2;
        reached = never_initialised;
    }
    if (target[0] == 'a' && target[6] == 'g' && target[7] == '.' && reached == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
