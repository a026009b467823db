//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The stand-in calls the function that it was given, with the number of the run, and twice.
extern void reach_error(void);
extern void on_event(void (*)(int));
static int sum, count;
static void handler(int k)
{
    count++;
    sum += k;
}
int main(void)
{
    on_event(handler);
    if (count == 2 && sum == 77)
        reach_error(); //~ violated unreach-call
    return 0;
}
