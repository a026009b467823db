//@ run: verify %s
//@ truth: holds
//@ verdict: true
// All members have values, those that are not mentioned, too.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct inner {
    char c;
    short s[2];
};
struct outer {
    char first;
    struct inner in[2];
    unsigned low : 3, high : 7;
    long last;
};
int main(void)
{
    int k = __VERIFIER_nondet_int() & 7;
    struct outer whole = {1, {{2, {3, 4}}, {5, {6, 7}}}, k, 8, 9};
    struct outer part = {.in[1].s[0] = 6, .low = 1};
    assert(whole.in[1].s[1] == 7 && whole.low == k && whole.high == 8);
    assert(part.first == 0 && part.in[1].s[1] == 0 && part.high == 0 && part.last == 0);
    struct outer copy = whole;
    assert(copy.last == 9 && copy.in[0].c == 2);
    return 0;
}
