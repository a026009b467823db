//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: read at index 10 of an argument that is passed by value (4 elements): `x.a[i]`
//@ hides: %argument
// What lowering makes for itself has no name that a user knows.
struct s { int a[4]; };
static int f(struct s x, int i)
{
    return x.a[i]; //~ violated valid-deref
}
int main(void)
{
    struct s k = {{1, 2, 3, 4}};
    return f(k, 10);
}
