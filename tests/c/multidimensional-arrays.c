//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Arrays of arrays lie row by row; brace elision fills them in order; pointers step over rows.
extern void reach_error(void);

static int m[2][3] = { 1, 2, 3, 4 };
static char names[][4] = { "ab", { 'c', 0 }, "defg" };

int main(void)
{
    int (*row)[3] = m + 1;
    int *flat = &m[0][0];
    if (m[1][0] == 4 && m[1][2] == 0 && (*row)[0] == 4 && flat[3] == 4 && sizeof(m[0]) == 12
        && sizeof(names) == 12 && names[2][3] == 'g' && names[1][1] == 0 && &m[2] - &m[0] == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
