//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// Words are noted without a look at how many there is room for.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define LINE_SIZE 64
#define MAX_WORDS 8

static void read_line(char *line, int size)
{
    int length = 0;
    int c = getchar();
    while (c != EOF && c != '\n') {
        if (length < size - 1)
            line[length++] = (char)c;
        c = getchar();
    }
    line[length] = '\0';
}

/* Ends each word of the line with a zero and notes where it starts. */
static int split(char *line, char **words)
{
    int n_words = 0;
    char *at = line;
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (*at == '\0')
            return n_words;
        words[n_words++] = at;
        while (*at != '\0' && !isspace((unsigned char)*at))
            at++;
        if (*at != '\0')
            *at++ = '\0';
    }
}

int main(void)
{
    char line[LINE_SIZE];
    char *words[MAX_WORDS];
    read_line(line, LINE_SIZE);
    int n_words = split(line, words);
    assert(n_words >= 0 && n_words <= MAX_WORDS);
    for (int i = 0; i < n_words; i++)
        assert(words[i][0] != '\0');
    return 0;
}
