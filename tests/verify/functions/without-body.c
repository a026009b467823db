//@ run: verify %s --property unreach-call
//@ shows: - `sensor` has no body
//@ truth: fails
//@ verdict: false(unreach-call)
// A function without body returns anything; the trust box says so.
extern void reach_error(void);
extern int sensor(int channel);

int main(void)
{
    if (sensor(1) == 42)
        reach_error(); //~ violated unreach-call
    return 0;
}
