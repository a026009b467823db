//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Only the last member stands for more.

struct pair { int a[1]; int b; };

int main(void)
{
    struct pair p = { { 1 }, 2 };
    int i = 1;
    return p.a[i]; //~ violated bounds
}
