/* Formats that are not known when the call is lowered; for others, lowering calls what follows. */
typedef __typeof__(sizeof 0) size_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};

extern int __linchpin_scan_matches(int);
extern void __linchpin_unsupported(const char *);

int scanf(const char *format, ...)
{
    __linchpin_unsupported("`scanf` with such a format");
    return -1;
}

int fscanf(FILE *stream, const char *format, ...)
{
    stream->is_used = 1;
    __linchpin_unsupported("`fscanf` with such a format");
    return -1;
}

int __isoc99_scanf(const char *format, ...)
{
    __linchpin_unsupported("`scanf` with such a format");
    return -1;
}

int __isoc99_fscanf(FILE *stream, const char *format, ...)
{
    stream->is_used = 1;
    __linchpin_unsupported("`fscanf` with such a format");
    return -1;
}

int __isoc23_scanf(const char *format, ...)
{
    __linchpin_unsupported("`scanf` with such a format");
    return -1;
}

int __isoc23_fscanf(FILE *stream, const char *format, ...)
{
    stream->is_used = 1;
    __linchpin_unsupported("`fscanf` with such a format");
    return -1;
}
