//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is added to a name is constant, so that gcc knows what remains, without optimising.
extern void reach_error(void);
struct pair {
    char a[4], b[8];
};
int main(void)
{
    int x = 0;
    char b[10];
    struct pair s;
    char m[3][5];
    if (__builtin_object_size((char *)&x + 1, 0) != 3)
        reach_error();
    if (__builtin_object_size(b + 4, 0) != 6 || __builtin_object_size(&b[4], 1) != 6)
        reach_error();
    if (__builtin_object_size(&s.b[2], 1) != 6 || __builtin_object_size(s.a + 1, 0) != 11)
        reach_error();
    if (__builtin_object_size("abc", 0) != 4 || __builtin_object_size(&m[1][2], 0) != 8)
        reach_error();
    if (__builtin_object_size(s.a, 1) != 4 || __builtin_object_size(&x, 2) != 4)
        reach_error();
    if (__builtin_object_size(&m[1][2], 1) != 3 || __builtin_object_size(m[1], 1) != 10)
        reach_error();
    return x;
}
