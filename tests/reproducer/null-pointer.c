//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// A function without body returns the pointer.
struct node { struct node *next; int value; };
extern struct node *find(int);
int main(void)
{
    struct node *node = find(3);
    return node->value; //~ violated valid-deref
}
