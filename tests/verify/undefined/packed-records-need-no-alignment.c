//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// The members of a packed record lie where they lie.

struct __attribute__((packed)) head { char kind; int length; };

int main(void)
{
    struct head h[2] = { { 1, 2 }, { 3, 4 } };
    struct head *p = &h[1];
    p->length = 5;
    return h[1].length != 5;
}
