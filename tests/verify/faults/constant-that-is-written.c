//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[read-only]: write to `table`, which is constant: `p[1] = 4`
// It has one.
static const int table[3] = {1, 2, 3};
int main(void)
{
    int *p = (int *)table;
    p[1] = 4; //~ violated read-only
    return 0;
}
