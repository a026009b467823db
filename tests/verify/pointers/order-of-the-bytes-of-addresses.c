//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Which of two addresses has the greater bytes depends on where the arrays lie.
extern void reach_error(void);
static char a[4], b[4];

int main(void)
{
    union {
        char *pointer;
        unsigned char bytes[sizeof(char *)];
    } x, y;
    x.pointer = a;
    y.pointer = b;
    for (int i = sizeof(char *) - 1; i >= 0; i--) {
        if (x.bytes[i] != y.bytes[i]) {
            if (x.bytes[i] > y.bytes[i])
                reach_error();
            break;
        }
    }
    return 0;
}
