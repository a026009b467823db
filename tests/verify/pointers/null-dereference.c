//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A search that finds nothing gives null.
extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static struct node *find(struct node *list, int key)
{
    while (list && list->key != key)
        list = list->next;
    return list;
}

int main(void)
{
    struct node second = { 2, 0 }, first = { 1, &second };
    struct node *found = find(&first, __VERIFIER_nondet_int());
    return found->key; //~ violated valid-deref
}
