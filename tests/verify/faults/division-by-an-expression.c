//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[division-by-zero]: division by zero in `10 % (s->n - 1)`
// What has no name is the divisor of its expression.
struct s {
    int n;
};
static int f(struct s *s)
{
    return 10 % (s->n - 1); //~ violated division-by-zero
}
int main(void)
{
    struct s s = {1};
    return f(&s);
}
