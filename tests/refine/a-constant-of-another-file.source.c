// The source of a-constant-of-another-file.
extern const int limit;

int f(void)
{
    return 1;
}
