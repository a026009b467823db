//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// GNU C allows the dollar sign wherever a letter may stand.
extern void reach_error(void);

static int $global = 1;
struct $pair { int a$b, $; };

static int call$me(int $1) { return $1 + $global; }

int main(void)
{
    struct $pair $ = { .a$b = 3, .$ = 4 };
    if (call$me($.a$b) == 4 && $.$ == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
