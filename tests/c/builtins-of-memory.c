//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Builtins and library functions that move bytes.
extern void reach_error(void);

typedef __SIZE_TYPE__ size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);

int main(void)
{
    char a[8] = "abcdefg";
    char b[8];
    memcpy(b, a, sizeof(a));
    memmove(a + 1, a, 3);
    __builtin_memset(b + 4, 'x', 2);
    int *room = __builtin_alloca(4 * sizeof(int));
    room[3] = 5;
    memset(room, 0, 3 * sizeof(int));
    if (a[0] == 'a' && a[1] == 'a' && a[3] == 'c' && a[4] == 'e' && b[3] == 'd' && b[5] == 'x'
        && b[6] == 'g' && room[0] + room[3] == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
