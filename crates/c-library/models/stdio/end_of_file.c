/* Streams that are known to have met the end of their file: a line without line feed that leaves room
   is the last one (C17 7.21.7.2), and nothing is read behind it (7.21.7.1p2) until the program says
   so. Other reads that fail may have met an error instead, which tells nothing about the next. A
   program that reads no lines gets definitions that do nothing. */
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern FILE *stdin;

static int one_has_ended;

void __linchpin_ends(FILE *stream)
{
    stream->has_ended = 1;
    one_has_ended = 1;
}

void __linchpin_input_ends(void)
{
    __linchpin_ends(stdin);
}

void __linchpin_may_go_on(FILE *stream)
{
    stream->has_ended = 0;
}

int __linchpin_has_ended(FILE *stream)
{
    return stream->has_ended;
}

int __linchpin_input_has_ended(void)
{
    return stdin->has_ended;
}

/* Of whatever stream. */
int __linchpin_one_has_ended(void)
{
    return one_has_ended;
}
