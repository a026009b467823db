//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What is listed as a whole is listed with its parts, bits and floating numbers among them.
struct in {
    double d;
    unsigned flag : 3;
    int v[3];
};
struct s {
    struct in in;
    int other;
};
//@ requires \valid(s);
//@ assigns s->in;
void f(struct s *s)
{
    s->in.d = 1.0;
    s->in.flag = 2;
    s->in.v[1] = 3;
}
