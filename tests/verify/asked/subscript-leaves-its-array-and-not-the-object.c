//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(def-behavior)
// The access stays in `x`, so that memory safety holds; the subscript names no element.
extern int __VERIFIER_nondet_int(void);
struct s {
    int a[4];
    int b;
};

int main(void)
{
    struct s x = {{0}, 0};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4)
        x.a[i] = 1; //~ violated bounds
    return x.b;
}
