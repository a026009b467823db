//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Functions decay to pointers, calls go through tables of them, and star and ampersand are idle.
extern void reach_error(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int operation(int, int);
static operation *table[] = { add, &sub, [3] = *add };
struct device { int (*ops[2])(int, int); };

static operation *pick(int i) { return table[i]; }

int main(void)
{
    struct device d = { { sub, add } };
    int (*null)(int, int) = table[2];
    if (pick(0)(2, 3) == 5 && (*pick(1))(2, 3) == -1 && (***table[3])(4, 4) == 8
        && d.ops[0](9, 4) == 5 && null == 0 && table[0] == table[3] && table[0] != table[1])
        reach_error(); //~ violated unreach-call
    return 0;
}
