/* Messages of programs that give up. Without a format there is none. */
typedef __typeof__(sizeof 0) size_t;
typedef struct __linchpin_stream FILE;
extern void vsyslog(int, const char *, __builtin_va_list);
extern _Noreturn void exit(int);

void vwarn(const char *format, __builtin_va_list list)
{
    if (format != 0)
        vsyslog(0, format, list);
}

void vwarnx(const char *format, __builtin_va_list list)
{
    vwarn(format, list);
}

void warn(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
}

void warnx(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
}

_Noreturn void verr(int status, const char *format, __builtin_va_list list)
{
    vwarn(format, list);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, __builtin_va_list list)
{
    vwarn(format, list);
    exit(status);
}

_Noreturn void err(int status, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
    exit(status);
}
