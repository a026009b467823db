//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The length of a wide string.
#include <assert.h>
#include <wchar.h>
int main(void)
{
    assert(wcslen(L"ab") == 2);
    return 0;
}
