//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// Blanks at both ends of a word are cut off.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#define SIZE 20

static void trim(const char *text, int *first, int *behind)
{
    int start = 0, end = 0;
    while (text[end] != '\0')
        end++;
    while (start < end && text[start] == ' ')
        start++;
    while (end > start && text[end - 1] == ' ')
        end--;
    *first = start;
    *behind = end;
}

int main(void)
{
    char text[SIZE + 1];
    for (int i = 0; i < SIZE; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE] = '\0';
    int first, behind;
    trim(text, &first, &behind);
    assert(first >= 0 && first <= behind && behind <= SIZE);
    if (first < behind)
        assert(text[first] != ' ' && text[behind - 1] != ' ');
    return 0;
}
