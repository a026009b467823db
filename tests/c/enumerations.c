//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Enumerators count up from the last one; large values widen the type.
extern void reach_error(void);

enum colour { RED, GREEN = 5, BLUE, NEGATIVE = -2, AFTER };
enum large { SMALL = 1, HUGE_ = 0x100000000LL };
enum __attribute__((packed)) tiny { A, B, C };
enum unsigned_like { ZERO, TOP = 0xFFFFFFFF };

int main(void)
{
    enum colour c = BLUE;
    if (RED == 0 && c == 6 && AFTER == -1 && sizeof(enum large) == 8 && HUGE_ >> 32 == 1
        && sizeof(enum tiny) == 1 && TOP > 0 && sizeof(enum unsigned_like) == 4
        && (enum colour)-2 == NEGATIVE)
        reach_error(); //~ violated unreach-call
    return 0;
}
