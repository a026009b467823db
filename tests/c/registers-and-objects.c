//@ run: verify %s --emit ir --property unreach-call
//@ shows: var plain: i32
//@ shows: object taken: 4 align 4
//@ shows: object pair: 8 align 4
//@ hides: object plain
//@ hides: var taken
// A scalar whose address is never taken is a variable; everything else is an object in memory.
struct pair { int a, b; };

int main(void)
{
    int plain = 1;
    int taken = 2;
    int *p = &taken;
    struct pair pair = { plain, *p };
    return pair.b;
}
