//@ run: verify %s
//@ run: verify %s --data-model ILP32
//@ truth: holds
//@ verdict: true
// Four bytes for each character.
#include <assert.h>
#include <wchar.h>
#include <wctype.h>
int main(void)
{
    wchar_t text[8];
    wcscpy(text, L"ab");
    wcscat(text, L"\x20ac");
    assert(wcslen(text) == 3 && wcscmp(text, L"ab\x20ac") == 0);
    assert(wcschr(text, L'b') == text + 1 && iswalpha(L'b') && towupper(L'b') == L'B');
    return 0;
}
