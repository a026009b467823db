/* Output to a stream with a format that is read when the program runs. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern void __linchpin_may_set_errno(void);
extern size_t __linchpin_format(char *, size_t, const char *, __builtin_va_list);
extern int __linchpin_finish_output(size_t);

int vprintf(const char *format, __builtin_va_list list)
{
    return __linchpin_finish_output(__linchpin_format(0, 0, format, list));
}

int vfprintf(FILE *stream, const char *format, __builtin_va_list list)
{
    stream->is_used = 1;
    return __linchpin_finish_output(__linchpin_format(0, 0, format, list));
}

int vdprintf(int file, const char *format, __builtin_va_list list)
{
    return __linchpin_finish_output(__linchpin_format(0, 0, format, list));
}

void vsyslog(int priority, const char *format, __builtin_va_list list)
{
    __linchpin_format(0, 0, format, list);
    __linchpin_may_set_errno();
}

int printf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

int fprintf(FILE *stream, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(stream, format, list);
    __builtin_va_end(list);
    return n;
}

int dprintf(int file, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

int __printf_chk(int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(stream, format, list);
    __builtin_va_end(list);
    return n;
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list)
{
    return vprintf(format, list);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, __builtin_va_list list)
{
    return vfprintf(stream, format, list);
}

void syslog(int priority, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vsyslog(priority, format, list);
    __builtin_va_end(list);
}
