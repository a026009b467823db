extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int half(int n)
{
    return n / 2;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int kind = __VERIFIER_nondet_int();
    int y = 0;
    if (x > 100)
        y = half(x);
    switch (kind) {
    case 1:
        y = y + 1;
        break;
    case 7:
        y = y + 7;
        break;
    default:
        y = y + 2;
    }
    for (int i = 0; i < 3; i++)
        y = i == 2 ? y + 1 : y;
    if (y == 77 || y == 73)
        reach_error();
    return 0;
}
