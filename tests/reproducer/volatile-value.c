//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: none, since the run that `cc` makes ends with exit status: 0
//@ shows: reproducer: the run has a volatile read = ..., which no other file can set
// No file changes a volatile object between two reads.
extern void reach_error(void);
static volatile int flag;
int main(void)
{
    if (flag == 6)
        reach_error(); //~ violated unreach-call
    return 0;
}
