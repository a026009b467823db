//@ run: verify %s --function length --property memsafety --time 30
//@ truth: holds
//@ verdict: true
// The type's name says that the parameter leads somewhere; it is constant all the same.
struct node {
    struct node *next;
    int n;
};
typedef struct node *list;
int length(const list l)
{
    return l->n > 0;
}
