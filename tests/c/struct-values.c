//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Structs are passed, returned, assigned and compared member by member; arrays inside go along.
extern void reach_error(void);

struct block { int data[4]; char tag; };
static struct block make(int x) { struct block b = { { x, x + 1, x + 2, x + 3 }, 't' }; return b; }
static int spoil(struct block b) { b.data[0] = 99; return b.data[3]; }

int main(void)
{
    struct block a = make(1), b, *p = &b;
    b = a;
    int last = spoil(b);
    *p = make(10);
    if (last == 4 && a.data[0] == 1 && b.data[2] == 12 && make(5).data[1] == 6 && p->tag == 't'
        && (last ? a : b).data[1] == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
