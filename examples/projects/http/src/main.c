/* Reads one request from a file or from the standard input, prints what it says, and the
   response that a server might give. */
#include <stdio.h>
#include <string.h>

#include "describe.h"
#include "request.h"
#include "response.h"
#include "writer.h"

enum { MAX_INPUT = 65536, MAX_OUTPUT = 16384 };

/* Reads all that there is, `size` bytes at most; what is more stays where it is. */
//@ requires \valid(buffer + (0 .. size - 1));
//@ ensures \result <= size;
static size_t read_all(FILE *file, char *buffer, size_t size)
{
    size_t used = 0;
    //@ loop invariant used <= size;
    while (used < size) {
        size_t n_read = fread(buffer + used, 1, size - used, file);
        if (n_read == 0)
            break;
        used += n_read;
    }
    return used;
}

static int code_of(const struct request *request, enum request_status status)
{
    if (status != REQUEST_OK)
        return request_response_code(status);
    return request->method == METHOD_OTHER ? 405 : 200;
}

/* The response to a request that was read: its description, or why there is none. */
//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
static bool respond(const struct request *request, enum request_status status, struct span text,
                    struct writer *writer)
{
    struct response response;
    response.code = code_of(request, status);
    response.content_type = "text/plain";
    response.body = text;
    response.is_kept_alive = status == REQUEST_OK && request->is_kept_alive;
    response.has_head_only = status == REQUEST_OK && request->method == METHOD_HEAD;
    return response_write(&response, writer);
}

//@ requires \valid_read(input.data + (0 .. input.length - 1));
static int answer(struct span input)
{
    static char description[MAX_OUTPUT];
    static char output[2 * MAX_OUTPUT];
    static struct request request;
    struct writer text;
    struct writer response;
    writer_init(&text, description, sizeof description);
    writer_init(&response, output, sizeof output);

    enum request_status status = request_parse(&request, input);
    if (status == REQUEST_OK)
        describe_request(&request, &text);
    else
        writer_string(&text, request_status_name(status));
    struct span body = { description, text.used };
    bool is_written = !text.is_full && respond(&request, status, body, &response);
    request_free(&request);

    if (!is_written) {
        fputs("the response does not fit\n", stderr);
        return 2;
    }
    printf("%s\n", output);
    return status == REQUEST_OK ? 0 : 1;
}

int main(int argc, char **argv)
{
    static char buffer[MAX_INPUT];
    FILE *file = stdin;
    if (argc > 2) {
        fputs("usage: httpreq [FILE]\n", stderr);
        return 2;
    }
    if (argc == 2 && strcmp(argv[1], "-") != 0) {
        file = fopen(argv[1], "rb");
        if (file == NULL) {
            perror(argv[1]);
            return 2;
        }
    }
    struct span input = { buffer, read_all(file, buffer, sizeof buffer) };
    bool is_broken = ferror(file) != 0;
    if (file != stdin)
        fclose(file);
    if (is_broken) {
        fputs("cannot read the request\n", stderr);
        return 2;
    }
    return answer(input);
}
