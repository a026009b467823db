/* Throws damaged requests at the parser, for some seconds. Build it with sanitizers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "describe.h"
#include "request.h"
#include "response.h"

#define MAX_INPUT 2048

static const char *const seeds[] = {
    "GET /a/../b%20c?x=1&y=%41+b HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n",
    "POST /form HTTP/1.0\r\nContent-Length: 5\r\nA: \tb \r\n\r\nhello",
    ("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
     "5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\n"),
    "OPTIONS * HTTP/1.1\r\nhost:b\r\n\r\n",
};

static uint64_t state = 88172645463325252u;

static uint32_t random_below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % bound;
}

/* One edit: a byte, a stretch that is left out, or one that comes twice. */
static size_t damage(char *text, size_t length)
{
    static const char letters[] = "\r\n %:;,=&?#/.0123456789aAfFxX\t\0\x7f\xff";
    if (length == 0)
        return 0;
    size_t at = random_below((uint32_t)length);
    size_t n_bytes = 1 + random_below(8);
    switch (random_below(4)) {
    case 0:
        text[at] = letters[random_below(sizeof letters - 1)];
        return length;
    case 1:
        text[at] = (char)(unsigned char)random_below(256);
        return length;
    case 2:
        if (n_bytes > length - at)
            n_bytes = length - at;
        memmove(text + at, text + at + n_bytes, length - at - n_bytes);
        return length - n_bytes;
    default:
        if (n_bytes > length - at || length + n_bytes > MAX_INPUT)
            return length;
        memmove(text + at + n_bytes, text + at, length - at);
        return length + n_bytes;
    }
}

static size_t make_input(char *text)
{
    size_t length;
    if (random_below(16) == 0) {
        length = random_below(MAX_INPUT);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(unsigned char)random_below(256);
        return length;
    }
    const char *seed = seeds[random_below(sizeof seeds / sizeof seeds[0])];
    length = strlen(seed);
    memcpy(text, seed, length);
    for (uint32_t n_edits = random_below(12); n_edits > 0; n_edits--)
        length = damage(text, length);
    return length;
}

static bool run_once(const char *text, size_t length)
{
    static char buffer[8192];
    struct request request;
    struct writer writer;
    /* In a block of exactly its size, so that reading behind it is seen. */
    char *block = malloc(length == 0 ? 1 : length);
    if (block == NULL)
        abort();
    memcpy(block, text, length);
    struct span input = { block, length };
    enum request_status status = request_parse(&request, input);
    writer_init(&writer, buffer, 1 + random_below(sizeof buffer));
    if (status == REQUEST_OK) {
        if (request.consumed > length || strlen(request.path) != request.path_length)
            abort();
        describe_request(&request, &writer);
    }
    struct span body = { buffer, writer.used };
    struct response response = { request_response_code(status), "a/b", body, true, false };
    static char output[8192];
    writer_init(&writer, output, 1 + random_below(sizeof output));
    if (response_write(&response, &writer) && strlen(output) != writer.used)
        abort();
    request_free(&request);
    free(block);
    return status == REQUEST_OK;
}

int main(int argc, char **argv)
{
    static char text[MAX_INPUT + 16];
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 5;
    unsigned long n_runs = 0;
    unsigned long n_accepted = 0;
    time_t start = time(NULL);
    state ^= (uint64_t)start * 2654435761u;
    while (difftime(time(NULL), start) < (double)seconds) {
        for (int i = 0; i < 1000; i++) {
            size_t length = make_input(text);
            n_accepted += run_once(text, length);
            n_runs++;
        }
    }
    printf("%lu requests, %lu of them accepted\n", n_runs, n_accepted);
    return 0;
}
