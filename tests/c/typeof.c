//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// typeof names the type of an expression without evaluating it, and of a type; __auto_type infers.
extern void reach_error(void);

int main(void)
{
    int n = 3;
    typeof(n) a = 4;
    __typeof__(n++) b = 5;
    typeof(int *) p = &a;
    __auto_type c = (unsigned char)300;
    typeof(&n) q = &n;
    typeof(char[n + 2]) buffer;
    const volatile int cv = 1;
    __typeof__(cv) still_const = 2;
    if (n == 3 && *p == 4 && b == 5 && c == 44 && sizeof(c) == 1 && *q == 3
        && sizeof(buffer) == 5 && still_const + cv == 3)
        reach_error(); //~ violated unreach-call
    return 0;
}
