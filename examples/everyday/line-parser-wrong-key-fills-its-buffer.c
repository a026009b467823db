//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// A key of sixteen letters leaves no room for the zero behind it.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define KEY_SIZE 16

struct setting {
    int value;
    char key[KEY_SIZE];
};

static int skip_blanks(void)
{
    int c = getchar();
    while (c == ' ' || c == '\t')
        c = getchar();
    return c;
}

static bool parse(struct setting *setting)
{
    size_t length = 0;
    int c = skip_blanks();
    while (isalpha(c)) {
        if (length == KEY_SIZE)
            return false;
        setting->key[length++] = (char)c;
        c = getchar();
    }
    setting->key[length] = '\0';
    if (c == ' ' || c == '\t')
        c = skip_blanks();
    if (length == 0 || c != '=')
        return false;

    setting->value = 0;
    c = skip_blanks();
    if (!isdigit(c))
        return false;
    while (isdigit(c)) {
        int digit = c - '0';
        if (setting->value > (INT_MAX - digit) / 10)
            return false;
        setting->value = setting->value * 10 + digit;
        c = getchar();
    }
    return c == '\n' || c == EOF;
}

int main(void)
{
    struct setting setting;
    while (parse(&setting)) {
        assert(setting.value >= 0);
        assert(setting.key[0] != '\0');
        assert(strlen(setting.key) < KEY_SIZE);
    }
    return 0;
}
