//@ run: verify %s --property unreach-call --property memsafety --engine directed
//@ truth: holds
//@ verdict: true
// The bounds of a ring are members of the record that holds it, and hold by themselves.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct ring {
    unsigned head, count;
    int items[8];
};

int main(void)
{
    struct ring ring = { 0, 0, { 0 } };
    int item;
    while ((item = __VERIFIER_nondet_int()) != 0) {
        if (item > 0 && ring.count < 8) {
            ring.items[ring.head] = item;
            if (++ring.head == 8)
                ring.head = 0;
            ring.count++;
        } else if (item < 0 && ring.count > 0) {
            item = ring.items[(ring.head + 8 - ring.count) % 8];
            ring.count--;
        }
        if (ring.head > 7 || ring.count > 8)
            reach_error();
    }
    return 0;
}
