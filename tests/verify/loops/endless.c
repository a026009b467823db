//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A loop without end reaches nothing; the search gives up on it after its steps.
extern void reach_error(void);

int main(void)
{
    for (unsigned i = 0;; i++)
        if (i % 2 == 3)
            reach_error();
}
