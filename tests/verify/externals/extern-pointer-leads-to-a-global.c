//@ run: verify %s --property unreach-call --cpu-time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// The file that defines the pointer may let it point to the variable of this one.
extern void reach_error(void);
extern int *pointer;
int count;

int main(void)
{
    count = 1;
    if (pointer)
        *pointer = 2;
    if (count != 1)
        reach_error();
    return 0;
}
