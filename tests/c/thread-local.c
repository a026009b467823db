//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// __thread and _Thread_local variables are objects of their own; one thread sees one of each.
extern void reach_error(void);

static __thread int mine = 2;
extern __thread int late;
_Thread_local static int other;

int *address_of_mine(void) { return &mine; }

int main(void)
{
    *address_of_mine() += 40;
    other = late + 1;
    if (mine == 42 && other == 8)
        reach_error(); //~ violated unreach-call
    return 0;
}

__thread int late = 7;
