/* Formatted output and input: every model beside the real function. */
#include "random.h"

int model_snprintf(char *, size_t, const char *, ...), model_sprintf(char *, const char *, ...);
int model_vsnprintf(char *, size_t, const char *, va_list);
int model_sscanf(const char *, const char *, ...), model_printf(const char *, ...);
int model_asprintf(char **, const char *, ...);

static char real[400], mine[400];

static const char *flags(void)
{
    return ((const char *[]){ "", "-", "0", "+", " ", "#", "-+", "0+", "#0", "- ", "#-" })[any(11)];
}

static long long number(void)
{
    static const long long limits[] = { 0, 1, -1, 9, 10, -10, 99, 100, 2147483647, -2147483648ll,
        0x7fffffffffffffffll, -0x7fffffffffffffffll - 1, 255, 256, 65535 };
    return any(2) ? limits[any(15)] : (long long)any(100000) - 50000;
}

static void format_of_number(char *format, const char *size)
{
    char width[8] = "", precision[8] = "";
    if (any(2))
        sprintf(width, "%u", any(14));
    if (any(3) == 0)
        sprintf(precision, any(4) ? ".%u" : ".", any(9));
    const char *flag = flags();
    sprintf(format, "<%s%s%s%s%c>", "%", flag, width[0] == '0' ? "" : width, precision, 0);
    char *end = format + strlen(format);
    char letter = "diuoxX"[any(6)];
    /* Flags that the conversion does not take are undefined. */
    if (letter == 'd' || letter == 'i' || letter == 'u') {
        char *hash = strchr(format, '#');
        if (hash)
            memmove(hash, hash + 1, strlen(hash));
        end = format + strlen(format);
    }
    if (letter != 'd' && letter != 'i')
        for (char *p = format; *p; p++)
            if (*p == '+' || *p == ' ')
                memmove(p, p + 1, strlen(p)), p--;
    end = format + strlen(format);
    sprintf(end, "%s%c>", size, letter);
}

#define AGREE(...)                                                                       \
    do {                                                                                 \
        size_t size = any(3) ? sizeof real : any(12);                                    \
        memset(real, 'x', sizeof real), memset(mine, 'x', sizeof mine);                  \
        int theirs = snprintf(real, size, __VA_ARGS__);                                  \
        int ours = model_snprintf(mine, size, __VA_ARGS__);                              \
        SAME(theirs == ours && !memcmp(real, mine, sizeof real), "%s: '%.60s' '%.60s'",  \
             format, real, mine);                                                        \
        theirs = sprintf(real, __VA_ARGS__), ours = model_sprintf(mine, __VA_ARGS__);    \
        SAME(theirs == ours && !strcmp(real, mine), "%s: '%.60s' '%.60s'", format, real, mine); \
    } while (0)

static void output(void)
{
    char format[80], text[40];
    string(text, 10);
    long long n = number();
    format_of_number(format, "");
    AGREE(format, (int)n);
    format_of_number(format, "hh");
    AGREE(format, (int)n);
    format_of_number(format, "h");
    AGREE(format, (int)n);
    format_of_number(format, "l");
    AGREE(format, (long)n);
    format_of_number(format, "ll");
    AGREE(format, n);
    format_of_number(format, "z");
    AGREE(format, (size_t)n);
    sprintf(format, "a%%%s%us|%%.%us|%%c%%%%", any(2) ? "-" : "", 1 + any(12), any(12));
    int letter = 'a' + (int)any(20);
    AGREE(format, text, text, letter);
    strcpy(format, "%*d|%-*d|%.*s|%*s");
    int widths[] = { (int)any(20) - 10, (int)any(9), (int)any(12) - 4 };
    AGREE(format, widths[0], (int)n, widths[1], 7, widths[2], text, -5, "ab");
    int at = -1, at_mine = -1;
    sprintf(real, "%s%n%d", text, &at, 5), model_sprintf(mine, "%s%n%d", text, &at_mine, 5);
    SAME(at == at_mine, "%d %d", at, at_mine);
    char *s = 0;
    int k = model_asprintf(&s, "%s-%d", text, (int)n);
    sprintf(real, "%s-%d", text, (int)n);
    SAME(k == (int)strlen(real) && !strcmp(s, real), "%s", s);
    free(s);
    int result = model_printf("");
    SAME(result <= 0, "%d", result);
}

static void input(void)
{
    static const char *const texts[] = { "12 abc", "-7,x", "0x1f", "  42", "abc", "", "077 8", "5",
        "3 4 5", "a=1;b=2", "   ", "99%", "12abc", "x y", "-", "+5", "1.5 2" };
    const char *text = texts[any(sizeof texts / sizeof *texts)];
    int x[4] = { 1, 2, 3, 4 }, y[4] = { 1, 2, 3, 4 };
    char s[2][32] = { "", "" }, t[2][32] = { "", "" };
    long l = 0, m = 0;
    float f = 0, g = 0;
#define READ(format, theirs, ours)                                                        \
    do {                                                                                  \
        is_unmodelled = 0;                                                                \
        int a = sscanf theirs, b = model_sscanf ours;                                     \
        f = is_unmodelled ? g : f;                                                        \
        SAME(a == b && !memcmp(x, y, sizeof x) && !memcmp(s, t, sizeof s) && l == m && f == g, \
             "'%s' by %s: %d %d", text, format, a, b);                                    \
    } while (0)
    READ("%d %s", (text, "%d %s", &x[0], s[0]), (text, "%d %s", &y[0], t[0]));
    READ("%i", (text, "%i", &x[0]), (text, "%i", &y[0]));
    READ("%x", (text, "%x", &x[1]), (text, "%x", &y[1]));
    READ("%2d%d", (text, "%2d%d", &x[0], &x[1]), (text, "%2d%d", &y[0], &y[1]));
    READ("%d,%c", (text, "%d,%c", &x[0], s[0]), (text, "%d,%c", &y[0], t[0]));
    READ("%*d %s", (text, "%*d %5s", s[0]), (text, "%*d %5s", t[0]));
    READ("%[a-c]", (text, "%[a-c]=%ld", s[0], &l), (text, "%[a-c]=%ld", t[0], &m));
    READ("%[^=]", (text, "%9[^=]=%d", s[1], &x[2]), (text, "%9[^=]=%d", t[1], &y[2]));
    READ("%d%%", (text, "%d%%%n", &x[0], &x[3]), (text, "%d%%%n", &y[0], &y[3]));
    READ("%f", (text, "%f %d", &f, &x[1]), (text, "%f %d", &g, &y[1]));
    READ("%3c", (text, "%3c", s[0]), (text, "%3c", t[0]));
    READ("%d %d %d", (text, "%d %d %d", x, x + 1, x + 2), (text, "%d %d %d", y, y + 1, y + 2));
}

int main(void)
{
    for (int i = 0; i < 4000; i++) {
        output();
        input();
    }
    return finish();
}
