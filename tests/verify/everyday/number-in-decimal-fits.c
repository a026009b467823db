//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A number is written in decimal: ten digits and a sign are enough, and the text ends with a zero.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define SIZE 12

static int to_decimal(int number, char *text)
{
    char digits[SIZE];
    int n = 0, length = 0;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        text[length++] = '-';
    while (n > 0)
        text[length++] = digits[--n];
    text[length] = '\0';
    return length;
}

int main(void)
{
    char text[SIZE];
    int length = to_decimal(__VERIFIER_nondet_int(), text);
    assert(length >= 1 && length < SIZE);
    assert(text[length] == '\0');
    return 0;
}
