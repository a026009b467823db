//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A compiler may keep two equal literals once, or twice.
#include <assert.h>
int main(void)
{
    const char *a = "text", *b = "text";
    assert(a != b);
    return 0;
}
