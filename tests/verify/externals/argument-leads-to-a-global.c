//@ run: verify %s --property unreach-call --entry set --cpu-time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// The caller may pass the address of the variable.
extern void reach_error(void);
int count;

void set(int *p)
{
    if (!p)
        return;
    count = 1;
    *p = 2;
    if (count != 1)
        reach_error();
}
