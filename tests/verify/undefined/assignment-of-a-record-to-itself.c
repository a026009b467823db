//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Exact overlap is allowed.

struct block { int words[4]; };

static void assign(struct block *p, struct block *q)
{
    *p = *q;
}

int main(void)
{
    struct block b = { { 1, 2, 3, 4 } };
    assign(&b, &b);
    return b.words[2] != 3;
}
