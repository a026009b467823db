//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: unknown(unsupported)
// What is known and not modelled is unsupported through a pointer too.
extern void reach_error(void);

extern int getdomainname(char *, __SIZE_TYPE__);

int main(void)
{
    int (*f)(char *, __SIZE_TYPE__) = getdomainname;
    char name[64] = "";
    f(name, sizeof name);
    if (name[0] != 0)
        reach_error();
    return 0;
}
