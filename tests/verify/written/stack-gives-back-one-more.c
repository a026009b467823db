//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The top is looked at where nothing was pushed yet; the value goes through `value`.
extern int __VERIFIER_nondet_int(void);

struct stack {
    int data[16];
    int top;
};

static int pop(struct stack *s, int *value)
{
    if (s->top < 0)
        return -1;
    *value = s->data[s->top];
    return 0;
}

int main(void)
{
    struct stack s;
    s.top = 0;
    while (__VERIFIER_nondet_int())
        if (s.top < 10)
            s.data[s.top++] = 1;
    int value = 0;
    if (pop(&s, &value) == 0 && value > 0) //~ violated initialised
        return 1;
    return 0;
}
