/* Input from streams: for the same bytes the models give what the library gives, over files of random
   bytes; results of output lie within what the models allow. */
#include "random.h"

typedef struct {
    int is_used, pushed, has_ended;
} STREAM;

char *model_fgets(char *, int, STREAM *);
int model_fgetc(STREAM *), model_ungetc(int, STREAM *), model_fputc(int, STREAM *);
int model_fputs(const char *, STREAM *), model_puts(const char *), model_fclose(STREAM *);
size_t model_fread(void *, size_t, size_t, STREAM *), model_fwrite(const void *, size_t, size_t, STREAM *);
ssize_t model_getline(char **, size_t *, STREAM *);
long model_ftell(STREAM *);
char *model_fgets_unlocked(char *, int, STREAM *);
int model_fgetc_unlocked(STREAM *), model_getc_unlocked(STREAM *), model_fputc_unlocked(int, STREAM *);
int model_putc_unlocked(int, STREAM *), model_fputs_unlocked(const char *, STREAM *);
size_t model_fread_unlocked(void *, size_t, size_t, STREAM *);
size_t model_fwrite_unlocked(const void *, size_t, size_t, STREAM *);
int model_feof_unlocked(STREAM *), model_ferror_unlocked(STREAM *), model_fileno_unlocked(STREAM *);
int model_fflush_unlocked(STREAM *), model_getchar_unlocked(void), model_putchar_unlocked(int);
void model_clearerr_unlocked(STREAM *), model_setbuf(STREAM *, char *), model_setlinebuf(STREAM *);
int model_setvbuf(STREAM *, char *, int, size_t), model_ftrylockfile(STREAM *);

static char bytes[4000];

/* Lines of any length, some of them long, and bytes that are zero. */
static FILE *file(size_t *n)
{
    *n = any(4) ? any(60) : any(sizeof bytes);
    unsigned often = 2 + any(300);
    for (size_t i = 0; i < *n; i++)
        bytes[i] = any(often) == 0 ? '\n' : (char)any(256);
    FILE *real = tmpfile();
    fwrite(bytes, 1, *n, real);
    rewind(real);
    return real;
}

/* How many bytes of a file are left, up to the end of the line. */
static size_t line(size_t at, size_t n)
{
    const char *end = memchr(bytes + at, '\n', n - at);
    return end ? (size_t)(end - bytes) + 1 - at : n - at;
}

static void lines(void)
{
    size_t n, at = 0;
    FILE *real = file(&n);
    STREAM stream = { 0 };
    char theirs[80], mine[80];
    for (int round = 0; round < 12; round++) {
        int size = 1 + (int)any(sizeof theirs);
        memset(theirs, 'x', sizeof theirs), memset(mine, 'x', sizeof mine);
        size_t length = line(at, n);
        comes(bytes + at, length);
        char *a = fgets(theirs, size, real), *b = model_fgets(mine, size, &stream);
        coming = 0;
        SAME(!a == !b && !memcmp(theirs, mine, sizeof mine), "size %d, at %zu of %zu", size, at, n);
        at = (size_t)ftell(real);
    }
    fclose(real);
}

static void any_lines(void)
{
    size_t n, at = 0, sizes[2] = { 0, 0 };
    FILE *real = file(&n);
    STREAM stream = { 0 };
    char *theirs = 0, *mine = 0;
    for (int round = 0; round < 12; round++) {
        size_t length = line(at, n);
        size_t given = any(3) ? 0 : 1 + any(200);
        if (given) {
            sizes[0] = sizes[1] = given;
            theirs = realloc(theirs, given), mine = realloc(mine, given);
        }
        size_t before[2] = { sizes[0], sizes[1] };
        char *kept = mine ? memcpy(malloc(before[1]), mine, before[1]) : 0;
        ssize_t a = getline(&theirs, &sizes[0], real);
        if (given || before[0] == 0)
            WITHIN(sizes[0], ({
                       char *block = kept ? memcpy(malloc(before[1]), kept, before[1]) : 0;
                       size_t room = before[1];
                       STREAM other = { 0 };
                       comes(bytes + at, length);
                       model_getline(&block, &room, &other);
                       coming = 0;
                       free(block);
                       room;
                   }));
        comes(bytes + at, length);
        ssize_t b = model_getline(&mine, &sizes[1], &stream);
        coming = 0;
        free(kept);
        SAME(a == b && (a < 0 || !memcmp(theirs, mine, (size_t)a + 1)), "%zd %zd", a, b);
        at = (size_t)ftell(real);
    }
    free(theirs), free(mine);
    fclose(real);
}

static void blocks(void)
{
    size_t n, at = 0;
    FILE *real = file(&n);
    STREAM stream = { 0 };
    char theirs[90], mine[90];
    for (int round = 0; round < 12; round++) {
        size_t size = any(6), many = any(16);
        memset(theirs, 'x', sizeof theirs), memset(mine, 'x', sizeof mine);
        comes(bytes + at, n - at);
        size_t a = fread(theirs, size, many, real), b = model_fread(mine, size, many, &stream);
        coming = 0;
        SAME(a == b && !memcmp(theirs, mine, sizeof mine), "%zu by %zu: %zu %zu", many, size, a, b);
        at = (size_t)ftell(real);
    }
    fclose(real);
}

static void characters(void)
{
    size_t n;
    FILE *real = file(&n);
    STREAM stream = { 0 };
    WITHIN(fgetc(real), model_fgetc(&stream));
    int back = (int)any(257) - 1;
    int a = ungetc(back, real), b = model_ungetc(back, &stream);
    SAME(a == b && (back < 0 || fgetc(real) == model_fgetc(&stream)), "%d %d", a, b);
    WITHIN(ftell(real) >> 17, model_ftell(&stream) >> 17);
    int letter = (int)any(600) - 100;
    WITHIN(fputc(letter, real), model_fputc(letter, &stream));
    WITHIN(fputs("abc", real), model_fputs("abc", &stream));
    size_t many = any(9);
    WITHIN(fwrite(bytes, 3, many, real), model_fwrite(bytes, 3, many, &stream));
    fclose(real);
}

/* Without locks: as with them. */
static void unlocked(void)
{
    size_t n, at = 0;
    FILE *real = file(&n);
    STREAM stream = { 0 };
    char theirs[80], mine[80];
    for (int round = 0; round < 12; round++) {
        memset(theirs, 'x', sizeof theirs), memset(mine, 'x', sizeof mine);
        if (any(2)) {
            int size = 1 + (int)any(sizeof theirs);
            comes(bytes + at, line(at, n));
            char *a = fgets_unlocked(theirs, size, real), *b = model_fgets_unlocked(mine, size, &stream);
            SAME(!a == !b, "size %d, at %zu of %zu", size, at, n);
        } else {
            size_t size = any(6), many = any(14);
            comes(bytes + at, n - at);
            size_t a = fread_unlocked(theirs, size, many, real);
            size_t b = model_fread_unlocked(mine, size, many, &stream);
            SAME(a == b, "%zu by %zu: %zu %zu", many, size, a, b);
        }
        coming = 0;
        SAME(!memcmp(theirs, mine, sizeof mine), "at %zu of %zu", at, n);
        at = (size_t)ftell(real);
    }
    WITHIN(fgetc_unlocked(real), model_fgetc_unlocked(&stream));
    WITHIN(getc_unlocked(real), model_getc_unlocked(&stream));
    /* What a stream has met is not modelled, and said not to be. */
    is_unmodelled = 0, model_feof_unlocked(&stream);
    SAME(is_unmodelled, "an end");
    is_unmodelled = 0, model_ferror_unlocked(&stream);
    SAME(is_unmodelled, "an error");
    clearerr_unlocked(real), model_clearerr_unlocked(&stream);
    WITHIN(fileno_unlocked(real) >> 12, model_fileno_unlocked(&stream) >> 12);
    int letter = (int)any(600) - 100;
    fseek(real, 0, SEEK_END);
    WITHIN(fputc_unlocked(letter, real), model_fputc_unlocked(letter, &stream));
    WITHIN(putc_unlocked(letter, real), model_putc_unlocked(letter, &stream));
    WITHIN(fputs_unlocked("abc", real), model_fputs_unlocked("abc", &stream));
    size_t many = any(9);
    WITHIN(fwrite_unlocked(bytes, 3, many, real), model_fwrite_unlocked(bytes, 3, many, &stream));
    WITHIN(fflush_unlocked(real), model_fflush_unlocked(&stream));
    WITHIN(ftrylockfile(real), model_ftrylockfile(&stream));
    fclose(real);
}

/* How a stream is buffered. A buffer of the program's is not modelled, and said not to be. */
static void buffers(void)
{
    size_t n;
    FILE *real = file(&n);
    STREAM stream = { 0 };
    char room[BUFSIZ];
    static const int modes[] = { _IOFBF, _IOLBF, _IONBF, 77 };
    int mode = modes[any(4)];
    size_t size = any(2) ? sizeof room : 0;
    is_unmodelled = 0;
    WITHIN(setvbuf(real, 0, mode, size), model_setvbuf(&stream, 0, mode, size));
    setlinebuf(real), model_setlinebuf(&stream);
    setbuf(real, 0), model_setbuf(&stream, 0);
    SAME(!is_unmodelled, "mode %d", mode);
    model_setvbuf(&stream, room, mode, size);
    SAME(is_unmodelled, "mode %d", mode);
    is_unmodelled = 0;
    model_setbuf(&stream, room);
    SAME(is_unmodelled, "a buffer");
    fclose(real);
}

int main(void)
{
    for (int i = 0; i < 400; i++) {
        lines();
        blocks();
    }
    for (int i = 0; i < 12; i++) {
        any_lines();
        characters();
        unlocked();
        buffers();
    }
    return finish();
}
