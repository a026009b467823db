//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: memory safety: 1 violated
// What fails inside of a function of the library is listed, too, where it is called by a pointer.
#include <string.h>

int main(void)
{
    void *(*fill)(void *, int, size_t) = memset;
    char room[8];
    fill(room, 0, 9); //~ violated valid-deref
    return room[0];
}
