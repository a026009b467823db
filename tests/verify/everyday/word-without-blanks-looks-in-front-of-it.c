//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// The last blank is looked for without end, in front of the text where there is nothing else.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#define SIZE 20

static void trim(const char *text, int *first, int *behind)
{
    int start = 0, end = 0;
    while (text[end] != '\0')
        end++;
    while (start < end && text[start] == '\t')
        start++;
    while (text[end - 1] == ' ') //~ violated valid-deref
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
