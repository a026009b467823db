//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Several tentative definitions are one object; extern and block-scope declarations refer to it.
extern void reach_error(void);

int shared;
int shared;
extern int shared;
static int table[];
static int table[3];
extern int defined_later;

static int bump(void)
{
    extern int shared;
    return ++shared;
}

int main(void)
{
    static int calls = 10;
    calls += bump();
    if (shared == 1 && calls == 11 && sizeof(table) == 12 && table[2] == 0 && defined_later == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}

int defined_later = 4;
