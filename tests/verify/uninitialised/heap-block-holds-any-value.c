//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The bytes of a new block are any, and a copy of them is the same bytes.
extern void reach_error(void);
extern void *malloc(unsigned long);
struct pair { unsigned first; unsigned short second; };
int main(void)
{
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    struct pair q = *p;
    if (q.first * 7919u == 123456789u && p->first == q.first && q.second * 3 == 3003)
        reach_error(); //~ violated unreach-call
    return 0;
}
