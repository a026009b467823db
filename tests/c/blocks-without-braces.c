//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An `if`, a loop and a `switch` are blocks, and so are their bodies: tags and enumerators that are
// declared there are known there only.
extern void reach_error(void);
struct tag { char c; };
int main(void)
{
    int n = 2;
    enum { A = 1 };
    if (n)
        (void)sizeof(enum { A = 2 });
    if (A != 1)
        reach_error();
    if (sizeof(struct tag { int i; }) != 4 || sizeof(struct tag) != 4)
        reach_error();
    while (sizeof(struct tag { long long l; }) == 1)
        ;
    do
        (void)sizeof(struct tag { int i[3]; });
    while (sizeof(struct tag) != 1);
    for (int i = 0; i < 1; i++)
        (void)sizeof(struct tag { int i[4]; });
    switch (sizeof(struct tag { int i[5]; }))
    default:
        (void)sizeof(struct tag { int i[6]; });
    if (sizeof(struct tag) != 1)
        reach_error();
    int value = ({ label: 5; });
    if (value != 5)
        reach_error();
    return 0;
}
