//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// What a pointer to the typedef leads to may lie anywhere.
typedef int anywhere __attribute__((aligned(1)));
int main(void)
{
    int words[2] = { 0, 0 };
    anywhere *p = (anywhere *)((char *)words + 1);
    *p = 3;
    return p[0] == 3 ? 0 : 1;
}
