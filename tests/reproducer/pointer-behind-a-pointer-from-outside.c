//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Memory that is not the program's holds pointers to more of it.
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
extern struct node *first(void);
int main(void)
{
    struct node *node = first();
    if (node != 0 && node->next != 0 && node->next->value == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
