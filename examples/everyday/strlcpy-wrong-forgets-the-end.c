//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// A string that is cut uses all of the buffer, and has no zero at its end.
#include <assert.h>
#include <stddef.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SOURCE_SIZE 16
#define TARGET_SIZE 8

/* The length of `source`, as BSD has it: a result of `size` or more says that it was cut. */
static size_t copy(char *target, const char *source, size_t size)
{
    size_t i = 0;
    if (size > 0) {
        while (i < size && source[i] != '\0') {
            target[i] = source[i];
            i++;
        }
        if (i < size)
            target[i] = '\0';
    }
    while (source[i] != '\0')
        i++;
    return i;
}

int main(void)
{
    char source[SOURCE_SIZE], target[TARGET_SIZE] = "";
    for (int i = 0; i < SOURCE_SIZE - 1; i++)
        source[i] = __VERIFIER_nondet_char();
    source[SOURCE_SIZE - 1] = '\0';
    size_t size = __VERIFIER_nondet_uchar();
    if (size > TARGET_SIZE)
        return 0;

    size_t length = copy(target, source, size);
    assert(length < SOURCE_SIZE);
    assert(source[length] == '\0');
    if (length < size)
        assert(target[length] == '\0');
    else if (size > 0)
        assert(target[size - 1] == '\0'); //~ violated assertion
    return 0;
}
