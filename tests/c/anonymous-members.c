//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Members of anonymous structs and unions belong to the enclosing one.
extern void reach_error(void);

struct event {
    int kind;
    union {
        struct { short low, high; };
        int whole;
        unsigned char bytes[4];
    };
};
static struct event start = { .kind = 1, .whole = 0x00020001 };

int main(void)
{
    struct event e = { 2, { { 3, 4 } } };
    if (start.low == 1 && start.high == 2 && start.bytes[2] == 2 && e.whole == 0x00040003
        && __builtin_offsetof(struct event, high) == 6)
        reach_error(); //~ violated unreach-call
    return 0;
}
