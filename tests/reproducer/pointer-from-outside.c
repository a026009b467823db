//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// A pointer into memory that is not the program's leads to a block with the bytes of the run.
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
extern struct node *first(void);
int main(void)
{
    struct node *node = first();
    if (node && node->value == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
