//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// What counts is an `int`, which is enough for any argument.
static int length_of(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
int main(int argc, char **argv)
{
    return argc < 2 || length_of(argv[1]) > 3;
}
