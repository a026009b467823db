// The source of a-volatile-constant-may-change.
const volatile int clock;

int f(void)
{
    int a = clock;
    return 1;
}
