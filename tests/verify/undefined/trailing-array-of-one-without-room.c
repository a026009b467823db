//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Where there is no room, it is the access that fails.

struct list { int n; int item[1]; };

int main(void)
{
    struct list l = { 0, { 0 } };
    return l.item[1]; //~ violated valid-deref
}
