//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// Where a pointer leads that is listed nobody knows; what is not listed is as it was.
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
    //@ assert n.value == 3;
    return 0;
}
