//@ run: verify %s --all
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: and 2 more. The runs were replayed by the interpreter.
// With `--all`, every check that some run fails at first is shown, each with its own run.
#include <assert.h>
extern int read_sensor(void);
static int row[10];
int main(void)
{
    int x = read_sensor();
    int next = x + 1; //~ violated no-overflow
    int i = read_sensor();
    row[i] = next; //~ violated bounds
    assert(next < 1000); //~ violated assertion
    assert(next > x);
    return 0;
}
