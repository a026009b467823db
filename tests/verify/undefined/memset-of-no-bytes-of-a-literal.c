//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Nothing is written where there is nothing to write.

extern void *memset(void *, int, __SIZE_TYPE__);

int main(void)
{
    char *s = "abc";
    __SIZE_TYPE__ none = 0;
    memset(s, 0, none);
    return 0;
}
