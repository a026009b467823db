//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: error[valid-deref]: null pointer: `p`, set at line 10, in `p->next`
// The pointer is named, and where it became null.
struct node { int value; struct node *next; };
int main(void)
{
    struct node one = {1, 0}, *p = &one;
    p = one.next;
    p = p->next; //~ violated valid-deref
    return 0;
}
