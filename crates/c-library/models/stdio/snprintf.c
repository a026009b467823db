typedef __typeof__(sizeof 0) size_t;
extern int __linchpin_finish_string(char *, size_t, size_t);
extern size_t __linchpin_format(char *, size_t, const char *, __builtin_va_list);

int vsnprintf(char *s, size_t size, const char *format, __builtin_va_list list)
{
    size_t n = __linchpin_format(s, size == 0 ? 0 : size - 1, format, list);
    return __linchpin_finish_string(s, size, n);
}

int vsprintf(char *s, const char *format, __builtin_va_list list)
{
    size_t n = __linchpin_format(s, (size_t)-1, format, list);
    return __linchpin_finish_string(s, (size_t)-1, n);
}

int snprintf(char *s, size_t size, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsnprintf(s, size, format, list);
    __builtin_va_end(list);
    return n;
}

int sprintf(char *s, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsprintf(s, format, list);
    __builtin_va_end(list);
    return n;
}

int __snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsnprintf(s, size, format, list);
    __builtin_va_end(list);
    return n;
}

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsprintf(s, format, list);
    __builtin_va_end(list);
    return n;
}

int __vsnprintf_chk(char *s, size_t size, int flag, size_t room, const char *format,
                    __builtin_va_list list)
{
    return vsnprintf(s, size, format, list);
}

int __vsprintf_chk(char *s, int flag, size_t room, const char *format, __builtin_va_list list)
{
    return vsprintf(s, format, list);
}
