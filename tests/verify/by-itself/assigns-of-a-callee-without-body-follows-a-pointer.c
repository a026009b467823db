//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: unknown(unsupported)
// What the call made of a pointer is not modelled, so that a run that follows it has no verdict.
struct node {
    struct node *next;
    int value;
};

//@ requires \valid(n);
//@ assigns n->next;
void link(struct node *n);

int main(void)
{
    struct node n = {0, 3};
    link(&n);
    if (n.next != 0)
        n.value = n.next->value;
    return n.value;
}
