//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A list of arguments is passed on, and formatted.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern void reach_error(void);

static void put(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(to, size, format, list);
    va_end(list);
}

int main(void)
{
    char text[16];
    put(text, sizeof text, "%s=%d", "x", 12);
    if (strcmp(text, "x=12"))
        reach_error();
    return 0;
}
