//@ run: verify %s
//@ truth: holds
//@ verdict: true
// Three characters that end before the end of the text.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[32] = "abcdefgh";
    strncat(text, text + 2, 3);
    assert(strlen(text) == 11 && text[10] == 'e');
    return 0;
}
