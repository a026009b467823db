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

int main(void)
{
    for (int i = 0; i < 400; i++) {
        lines();
        blocks();
    }
    for (int i = 0; i < 12; i++) {
        any_lines();
        characters();
    }
    return finish();
}
