//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Inline assembly in all its forms is read over; what it writes is not known.
extern void reach_error(void);

extern int renamed(int) __asm__("other_name");
asm(".globl nothing");

int main(void)
{
    int x = 1, y = 2;
    asm volatile("" ::: "memory");
    __asm__ __volatile__("addl %1, %0" : "+r"(x) : "r"(y) : "cc");
    register int seven asm("ecx") = 7;
    asm("movl %[from], %[to]" : [to] "=r"(y) : [from] "i"(5));
    asm goto("" : : : : skipped);
    y = x;
skipped:
    if (y == 3 || y == 5)
        reach_error();
    return 0;
}
