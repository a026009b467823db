// The source of a-constant-does-not-change: the constants themselves.
int f(void)
{
    return 3 + 4 + 'b';
}
