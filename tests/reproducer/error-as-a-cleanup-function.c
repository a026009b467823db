//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// No expression names the error function.
extern void reach_error(int *);
int main(void)
{
    int x __attribute__((cleanup(reach_error))) = 0;
    return x; //~ violated unreach-call
}
