//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Escapes, concatenation, wide and UTF strings, character constants.
extern void reach_error(void);

static const char *greeting = "a\tb" "\x41" "\101\0end";
static const __WCHAR_TYPE__ wide[] = L"w\u00e9";
static const __CHAR16_TYPE__ sixteen[] = u"\U0001F600";
static const char eight[] = u8"\u00e9";
static char exact[3] = "abc";
static char braces[] = { "in braces" };

int main(void)
{
    if (greeting[1] == 9 && greeting[3] == 'A' && greeting[4] == 'A' && greeting[5] == 0
        && greeting[6] == 'e' && sizeof("x" "yz") == 4 && wide[1] == 0xE9 && sizeof(wide) == 12
        && sizeof(sixteen) == 6 && sixteen[0] == 0xD83D && sizeof(eight) == 3
        && (unsigned char)eight[0] == 0xC3 && exact[2] == 'c' && sizeof(braces) == 10
        && 'ab' == 0x6162 && '\377' == -1 && sizeof('x') == 4 && L'\x123' == 0x123
        && __func__[0] == 'm' && sizeof(__FUNCTION__) == 5 && "index"[2] == 'd' && 2["index"] == 'd')
        reach_error(); //~ violated unreach-call
    return 0;
}
