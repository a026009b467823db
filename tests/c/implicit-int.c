//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Declarations without a type are int; a function that is called before it is declared returns int.
extern void reach_error(void);

static counter = 3;
const limit = 5;
auto_global;

main()
{
    register i = 2;
    auto j = 4;
    auto_global = later(i, j); //~ warning[W0260]: `later` is called and not declared
    if (sizeof(counter) == sizeof(int) && counter + limit == 8 && auto_global == 6)
        reach_error(); //~ violated unreach-call
    return 0;
}

later(a, b)
{
    return a + b;
}
