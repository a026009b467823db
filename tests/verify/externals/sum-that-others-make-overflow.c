//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// A counter with external linkage may be at its end.
extern void tick(void);
int count;
int main(void)
{
    tick();
    count++; //~ violated no-overflow
    return 0;
}
