// See what-is-constant-in-one-file-only.target.c.
extern const int limit;

int f(void)
{
    int a = limit;
    return a == a;
}
