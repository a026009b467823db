//@ run: verify %s --property def-behavior --property memsafety
//@ truth: holds
//@ verdict: true
// A subscript stays in its array, which is another member than the one that is counted up.
extern int __VERIFIER_nondet_int(void);

struct stack {
    int top;
    int items[4];
};

static void push(struct stack *s, int item)
{
    if (s->top < 4)
        s->items[s->top++] = item;
}

int main(void)
{
    struct stack s = {0};
    while (__VERIFIER_nondet_int())
        push(&s, __VERIFIER_nondet_int());
    return 0;
}
