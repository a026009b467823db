//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-deref)
// Room is counted in characters, not in bytes.
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t *copy = malloc(wcslen(L"name") + 1);
    if (!copy)
        return 1;
    wcscpy(copy, L"name"); //~ violated valid-deref
    free(copy);
    return 0;
}
