//@ run: verify %s --cpu-time 60
//@ truth: holds
//@ verdict: true
// Below the top everything was written; what is popped goes through two places in memory.
extern int __VERIFIER_nondet_int(void);

struct stack {
    int data[16];
    int top;
};

static int push(struct stack *s, int value)
{
    if (s->top >= 16)
        return -1;
    s->data[s->top++] = value;
    return 0;
}

static int pop(struct stack *s, int *value)
{
    if (s->top <= 0)
        return -1;
    *value = s->data[--s->top];
    return 0;
}

int main(void)
{
    struct stack s;
    s.top = 0;
    int n_positive = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            push(&s, __VERIFIER_nondet_int());
        } else {
            int value;
            if (pop(&s, &value) == 0 && value > 0)
                n_positive = 1;
        }
    }
    return n_positive;
}
