// See constants-of-another-file-are-the-same.target.c.
extern const int limit;
int x;

int f(void)
{
    x = 1;
    return limit;
}
