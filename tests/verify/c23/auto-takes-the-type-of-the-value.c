//@ run: verify %s -std=c23
//@ truth: holds
//@ verdict: true
#include <assert.h>
int main(void)
{
    auto half = 0.5;
    const auto text = "abc";
    auto int plain = 3;
    const int fixed = 2;
    typeof_unqual(fixed) changed = fixed;
    changed = 0b1010'1010 + 0xff'ff;
    assert(half + half == 1.0 && text[2] == 'c' && plain == 3);
    assert(changed == 65'705);
    return 0;
}
