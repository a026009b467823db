//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: `f` writes `*s->p`, which its `assigns` does not list
// A pointer is listed, and what it leads to is written.
struct s {
    int *p;
};
//@ requires \valid(s);
//@ assigns s->p; //~ violated unreach-call
void f(struct s *s)
{
    *s->p = 1;
}
