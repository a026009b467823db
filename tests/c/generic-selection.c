//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// _Generic picks by the type of its operand after lvalue conversion, and evaluates only the pick.
extern void reach_error(void);

#define KIND(x) _Generic((x), char: 1, int: 2, unsigned: 3, long: 4, double: 5, \
                         char *: 6, const char *: 7, int (*)(void): 8, default: 9)

static int function(void) { return 0; }

int main(void)
{
    char c = 0;
    const int i = 1;
    int array[2] = { 0 };
    int n = 0;
    int picked = _Generic(n++, int: n = 5, default: n = 6);
    int ok = KIND(c) == 1 && KIND(i) == 2 && KIND(1u) == 3 && KIND(1L) == 4 && KIND(1.0) == 5
        && KIND("text") == 6 && KIND((const char *)"text") == 7 && KIND(function) == 8
        && KIND(array) == 9 && KIND(c + c) == 2 && KIND(1.0f) == 9 && picked == 5 && n == 5;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
