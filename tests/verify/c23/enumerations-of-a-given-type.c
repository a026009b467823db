//@ run: verify %s -std=c23
//@ truth: holds
//@ verdict: true
// Constants have the type of their enumeration; a mention with a type is enough to make an object.
#include <assert.h>
enum small : unsigned char;
struct state {
    enum small now;
    unsigned rest : 4;
};
enum small : unsigned char { OFF, ON, HIGHEST = 255 };
enum wide : long long { FAR = 1'000'000'000'000 };
int main(void)
{
    static_assert(sizeof(enum small) == 1 && sizeof ON == 1 && sizeof FAR == 8);
    struct state state = {.now = HIGHEST, .rest = 3};
    static_assert(sizeof state == 4 || sizeof state == 8);
    state.now++;
    assert(state.now == OFF);
    enum small next = (enum small)(ON + HIGHEST);
    assert(next == OFF);
    return 0;
}
