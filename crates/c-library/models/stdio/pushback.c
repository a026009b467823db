/* What ungetc has put before the input of a stream: one character, as C17 7.21.7.10p3 promises. A
   program without ungetc gets other definitions of the last three, which do nothing. */
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern FILE *stdin;
extern void __linchpin_unsupported(const char *);
extern void __linchpin_may_go_on(FILE *);

static int n_pushed;

int ungetc(int c, FILE *stream)
{
    stream->is_used = 1;
    if (c == -1)
        return -1;
    if (stream->pushed != 0)
        __linchpin_unsupported("`ungetc` of a second character");
    stream->pushed = (int)(unsigned char)c + 1;
    n_pushed++;
    __linchpin_may_go_on(stream);
    return (int)(unsigned char)c;
}

/* The character, or -1 if there is none. */
int __linchpin_take_back(FILE *stream)
{
    if (stream->pushed == 0)
        return -1;
    int c = stream->pushed - 1;
    stream->pushed = 0;
    n_pushed--;
    return c;
}

int __linchpin_take_back_input(void)
{
    return __linchpin_take_back(stdin);
}

void __linchpin_nothing_pushed(void)
{
    if (n_pushed != 0)
        __linchpin_unsupported("what follows `ungetc` but reading one character");
}
