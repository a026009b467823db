/* Sets of signals: 1,024 bits of which 64 have a meaning; nobody sets the others. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno_to(int);

static const int width = 8 * (int)sizeof(long);

/* Two signals are the library's own. */
static int is_invalid(int number)
{
    if (number >= 1 && number <= 64 && number != 32 && number != 33)
        return 0;
    __linchpin_set_errno_to(22);
    return 1;
}

int sigemptyset(unsigned long *set)
{
    __builtin_memset(set, 0, 8);
    return 0;
}

int sigfillset(unsigned long *set)
{
    __builtin_memset(set, 255, 8);
    set[31 / width] &= ~(1ul << 31 % width);
    set[32 / width] &= ~(1ul << 32 % width);
    return 0;
}

int sigaddset(unsigned long *set, int number)
{
    if (is_invalid(number))
        return -1;
    set[(number - 1) / width] |= 1ul << (number - 1) % width;
    return 0;
}

int sigdelset(unsigned long *set, int number)
{
    if (is_invalid(number))
        return -1;
    set[(number - 1) / width] &= ~(1ul << (number - 1) % width);
    return 0;
}

int sigismember(const unsigned long *set, int number)
{
    if (number != 32 && number != 33 && is_invalid(number))
        return -1;
    return (set[(number - 1) / width] >> (number - 1) % width & 1) != 0;
}
