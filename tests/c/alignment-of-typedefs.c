//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The alignment that a typedef gives goes with its type: behind pointers, in members, in `typeof`.
extern void reach_error(void);

#define CHECK(c) (n_asked++, n_right += (c))
static int n_asked, n_right;

typedef int wide __attribute__((aligned(64)));
typedef int loose __attribute__((aligned(1)));
typedef struct { char c; int x; } record __attribute__((aligned(32)));
static wide g;
static wide *p = &g;
static record r, *pr = &r;
static loose *pl, several[2];
struct outer { char c; wide w; loose l; };

int main(void)
{
    wide **pp = &p;
    struct outer o, *po = &o;
    CHECK(__alignof__(*p) == 64);
    CHECK(__alignof__(**pp) == 64);
    CHECK(__alignof__(p[0]) == 64);
    CHECK(__alignof__(*(wide *)p) == 64);
    CHECK(__alignof__(__typeof__(*p)) == 64);
    CHECK(__alignof__(*pr) == 32);
    CHECK(__alignof__(pr->x) == 4);
    CHECK(__alignof__(*pl) == 1);
    CHECK(__alignof__(pl[1]) == 1);
    CHECK(__alignof__(several) == 1);
    CHECK(__alignof__(several[1]) == 1);
    CHECK(__alignof__(po->w) == 64);
    CHECK(__alignof__(po->l) == 1);
    CHECK(__alignof__(struct outer) == 64);
    CHECK(sizeof(struct outer) == 128);
    CHECK(_Generic(p, int *: 1, default: 0));
    if (n_right == n_asked)
        reach_error(); //~ violated unreach-call
    return 0;
}
