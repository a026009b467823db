/* Tests of the single parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chunked.h"
#include "headers.h"
#include "request.h"
#include "response.h"
#include "url.h"
#include "writer.h"

static int n_checks;
static int n_failed;

static void check(bool holds, const char *what, int line)
{
    n_checks++;
    if (!holds) {
        n_failed++;
        fprintf(stderr, "line %d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition), #condition, __LINE__)

static struct span text_of(const char *string)
{
    return span_of_string(string);
}

static bool is_text(struct span text, const char *wanted)
{
    return span_equals(text, span_of_string(wanted));
}

static void test_spans(void)
{
    size_t number = 7;
    CHECK(is_text(span_part(text_of("abcdef"), 2, 4), "cd"));
    CHECK(is_text(span_part(text_of("abc"), 2, 9), "c"));
    CHECK(is_text(span_part(text_of("abc"), 5, 4), ""));
    CHECK(span_find(text_of("a,b"), ',', 0) == 1);
    CHECK(span_find(text_of("a,b"), ';', 0) == 3);
    CHECK(span_find(text_of("a,b"), 'a', 1) == 3);
    CHECK(span_find(text_of("a,b"), 'a', 9) == 3);
    CHECK(is_text(span_trim(text_of(" \t a b\t")), "a b"));
    CHECK(is_text(span_trim(text_of(" \t ")), ""));
    CHECK(span_equals_ignoring_case(text_of("Content-Length"), text_of("content-LENGTH")));
    CHECK(!span_equals_ignoring_case(text_of("a"), text_of("ab")));
    CHECK(span_to_size(text_of("120"), 120, &number) && number == 120);
    CHECK(!span_to_size(text_of("121"), 120, &number) && number == 120);
    CHECK(!span_to_size(text_of("7"), 5, &number));
    CHECK(!span_to_size(text_of(""), 5, &number));
    CHECK(!span_to_size(text_of("+1"), 5, &number));
    CHECK(!span_to_size(text_of("99999999999999999999999"), SIZE_MAX, &number));
    CHECK(span_list_contains(text_of("a, Close ,b"), text_of("close")));
    CHECK(!span_list_contains(text_of("closed"), text_of("close")));
    CHECK(!span_list_contains(text_of(""), text_of("close")));
    CHECK(span_is_token(text_of("X-Name")));
    CHECK(!span_is_token(text_of("X Name")));
    CHECK(!span_is_token(text_of("")));
    CHECK(hex_digit_value('f') == 15 && hex_digit_value('A') == 10 && hex_digit_value('g') == -1);
}

static bool decodes_to(const char *text, const char *wanted)
{
    char buffer[16];
    size_t length = 0;
    if (url_decode(text_of(text), URL_PLUS_IS_PLUS, buffer, sizeof buffer, &length) != URL_OK)
        return false;
    return length == strlen(wanted) && strcmp(buffer, wanted) == 0;
}

static enum url_status decode_status(const char *text, size_t size)
{
    char buffer[16];
    size_t length = 0;
    return url_decode(text_of(text), URL_PLUS_IS_PLUS, buffer, size, &length);
}

static bool normalises_to(const char *path, const char *wanted)
{
    char buffer[64];
    size_t length = strlen(path);
    memcpy(buffer, path, length + 1);
    if (url_normalise(buffer, &length) != URL_OK)
        return false;
    return length == strlen(wanted) && strcmp(buffer, wanted) == 0;
}

static enum url_status normalise_status(const char *path)
{
    char buffer[64];
    size_t length = strlen(path);
    memcpy(buffer, path, length + 1);
    return url_normalise(buffer, &length);
}

static void test_urls(void)
{
    CHECK(decodes_to("", ""));
    CHECK(decodes_to("a%2Fb%2fc", "a/b/c"));
    CHECK(decodes_to("a+b", "a+b"));
    CHECK(decode_status("%", 16) == URL_BAD_ESCAPE);
    CHECK(decode_status("%4", 16) == URL_BAD_ESCAPE);
    CHECK(decode_status("%4x", 16) == URL_BAD_ESCAPE);
    CHECK(decode_status("a%00", 16) == URL_BAD_ESCAPE);
    CHECK(decode_status("abc", 4) == URL_OK);
    CHECK(decode_status("abc", 3) == URL_TOO_LONG);
    CHECK(decode_status("", 0) == URL_TOO_LONG);
    CHECK(normalises_to("/", "/"));
    CHECK(normalises_to("/a/b", "/a/b"));
    CHECK(normalises_to("/a/./b/", "/a/b/"));
    CHECK(normalises_to("/a/../b", "/b"));
    CHECK(normalises_to("/a/b/..", "/a/"));
    CHECK(normalises_to("//a///b", "/a/b"));
    CHECK(normalises_to("/a/...", "/a/..."));
    CHECK(normalise_status("/..") == URL_OUTSIDE);
    CHECK(normalise_status("/a/../..") == URL_OUTSIDE);
    CHECK(normalise_status("a") == URL_NOT_ABSOLUTE);
    CHECK(normalise_status("") == URL_NOT_ABSOLUTE);

    struct url_target parts = url_split(text_of("/p?a=1&b=2#part"));
    CHECK(is_text(parts.path, "/p") && is_text(parts.query, "a=1&b=2"));
    parts = url_split(text_of("/p#a?b"));
    CHECK(is_text(parts.path, "/p") && is_text(parts.query, ""));
}

static void test_parameters(void)
{
    struct url_parameter parameter;
    struct span query = text_of("&a=1&&b&=c=d&");
    size_t position = 0;
    CHECK(url_next_parameter(query, &position, &parameter));
    CHECK(is_text(parameter.name, "a") && is_text(parameter.value, "1"));
    CHECK(url_next_parameter(query, &position, &parameter));
    CHECK(is_text(parameter.name, "b") && is_text(parameter.value, ""));
    CHECK(url_next_parameter(query, &position, &parameter));
    CHECK(is_text(parameter.name, "") && is_text(parameter.value, "c=d"));
    CHECK(!url_next_parameter(query, &position, &parameter));
}

static void test_headers(void)
{
    struct headers headers;
    char name[16];
    headers_init(&headers);
    CHECK(headers_find(&headers, "host") == NULL);
    CHECK(headers_add(&headers, text_of("Host"), text_of("a")) == HEADERS_OK);
    CHECK(headers_add(&headers, text_of("HOST"), text_of("b")) == HEADERS_OK);
    CHECK(headers_count_of(&headers, "host") == 2);
    CHECK(strcmp(headers_find(&headers, "hosT"), "a") == 0);
    for (int i = 0; headers.count < HEADER_LIMIT; i++) {
        snprintf(name, sizeof name, "x-%d", i);
        CHECK(headers_add(&headers, text_of(name), text_of(name)) == HEADERS_OK);
    }
    CHECK(headers_add(&headers, text_of("one"), text_of("more")) == HEADERS_TOO_MANY);
    CHECK(strcmp(headers_find(&headers, "X-42"), "x-42") == 0);
    CHECK(strcmp(headers.first->name, "host") == 0 && strcmp(headers.last->name, "x-97") == 0);
    headers_clear(&headers);
    CHECK(headers.count == 0 && headers_find(&headers, "host") == NULL);
}

static enum chunked_status decode_chunks(const char *text, const char *wanted)
{
    char buffer[32];
    struct chunked_body body;
    enum chunked_status status = chunked_decode(text_of(text), 64, buffer, sizeof buffer, &body);
    if (status == CHUNKED_OK) {
        CHECK(body.length == strlen(wanted) && memcmp(buffer, wanted, body.length) == 0);
        CHECK(body.consumed <= strlen(text));
    }
    return status;
}

static void test_chunks(void)
{
    CHECK(decode_chunks("0\r\n\r\n", "") == CHUNKED_OK);
    CHECK(decode_chunks("3\r\nabc\r\n0\r\n\r\n", "abc") == CHUNKED_OK);
    CHECK(decode_chunks("3 ; x=y\r\nabc\r\n1\r\nd\r\n0\r\nA: b\r\n\r\n", "abcd") == CHUNKED_OK);
    CHECK(decode_chunks("", "") == CHUNKED_INCOMPLETE);
    CHECK(decode_chunks("3\r\nab", "") == CHUNKED_INCOMPLETE);
    CHECK(decode_chunks("3\r\nabc", "") == CHUNKED_INCOMPLETE);
    CHECK(decode_chunks("0\r\n", "") == CHUNKED_INCOMPLETE);
    CHECK(decode_chunks("\r\nabc\r\n", "") == CHUNKED_BAD);
    CHECK(decode_chunks("-1\r\nabc\r\n", "") == CHUNKED_BAD);
    CHECK(decode_chunks("2\r\nabc\r\n", "") == CHUNKED_BAD);
    CHECK(decode_chunks("41\r\n", "") == CHUNKED_TOO_LARGE);
    CHECK(decode_chunks("fffffffffffffffffffff\r\n", "") == CHUNKED_TOO_LARGE);
    CHECK(decode_chunks("21\r\n012345678901234567890123456789012\r\n0\r\n\r\n", "")
          == CHUNKED_TOO_LARGE);
}

static void test_writer(void)
{
    char buffer[8];
    char number[32];
    struct writer writer;
    writer_init(&writer, buffer, sizeof buffer);
    writer_string(&writer, "1234");
    writer_string(&writer, "567");
    CHECK(!writer.is_full && strcmp(buffer, "1234567") == 0);
    writer_string(&writer, "");
    CHECK(!writer.is_full);
    writer_string(&writer, "8");
    CHECK(writer.is_full && strcmp(buffer, "1234567") == 0);

    writer_init(&writer, buffer, sizeof buffer);
    struct span text = { "a\0\\", 3 };
    writer_escaped(&writer, text);
    CHECK(writer.is_full && strcmp(buffer, "a\\x00") == 0);

    writer_init(&writer, number, sizeof number);
    writer_size(&writer, 0);
    writer_string(&writer, " ");
    writer_size(&writer, 4294967295u);
    CHECK(strcmp(number, "0 4294967295") == 0);
}

static enum request_status status_of(const char *input)
{
    struct request request;
    enum request_status status = request_parse(&request, text_of(input));
    if (status == REQUEST_OK)
        CHECK(request.consumed == strlen(input));
    request_free(&request);
    return status;
}

static void test_requests(void)
{
    CHECK(status_of("") == REQUEST_INCOMPLETE);
    CHECK(status_of("GET / HTTP/1.0\r\n") == REQUEST_INCOMPLETE);
    CHECK(status_of("GET / HTTP/1.0\r\n\r\n") == REQUEST_OK);
    CHECK(status_of("\r\n\r\nGET / HTTP/1.0\r\n\r\n") == REQUEST_OK);
    CHECK(status_of("GET / HTTP/1.1\r\n\r\n") == REQUEST_BAD_HOST);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n") == REQUEST_BAD_HOST);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == REQUEST_OK);
    CHECK(status_of("OPTIONS * HTTP/1.0\r\n\r\n") == REQUEST_OK);
    CHECK(status_of("GET * HTTP/1.0\r\n\r\n") == REQUEST_BAD_TARGET);
    CHECK(status_of("GET  / HTTP/1.0\r\n\r\n") == REQUEST_BAD_VERSION);
    CHECK(status_of("GET /\r\n\r\n") == REQUEST_BAD_LINE);
    CHECK(status_of("GET / HTTP/2.0\r\n\r\n") == REQUEST_BAD_VERSION);
    CHECK(status_of("GET / HTTP/1.0\n\n") == REQUEST_BAD_LINE);
    CHECK(status_of("G@T / HTTP/1.0\r\n\r\n") == REQUEST_BAD_LINE);
    CHECK(status_of("GET / HTTP/1.0\r\nA b\r\n\r\n") == REQUEST_BAD_HEADER);
    CHECK(status_of("GET / HTTP/1.0\r\nA : b\r\n\r\n") == REQUEST_BAD_HEADER);
    CHECK(status_of("GET / HTTP/1.0\r\nA: b\r\n c\r\n\r\n") == REQUEST_BAD_HEADER);
    CHECK(status_of("GET / HTTP/1.0\r\nContent-Length: 1x\r\n\r\n") == REQUEST_BAD_LENGTH);
    CHECK(status_of("GET / HTTP/1.0\r\nContent-Length: 9999999\r\n\r\n") == REQUEST_TOO_LARGE);
    CHECK(status_of("GET / HTTP/1.0\r\nContent-Length: 2\r\n\r\nab") == REQUEST_OK);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n")
          == REQUEST_UNKNOWN_CODING);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")
          == REQUEST_INCOMPLETE);
}

static void test_limits(void)
{
    static char input[4 * REQUEST_MAX_TARGET];
    size_t n_letters = sizeof input - 32;
    size_t used = (size_t)snprintf(input, sizeof input, "GET /");
    memset(input + used, 'a', n_letters);
    snprintf(input + used + n_letters, sizeof input - used - n_letters, " HTTP/1.0\r\n\r\n");
    CHECK(status_of(input) == REQUEST_TARGET_TOO_LONG);

    used = (size_t)snprintf(input, sizeof input, "GET / HTTP/1.0\r\n");
    for (int i = 0; i <= HEADER_LIMIT; i++)
        used += (size_t)snprintf(input + used, sizeof input - used, "x%d: y\r\n", i);
    CHECK(status_of(input) == REQUEST_TOO_MANY_HEADERS);
}

static void test_responses(void)
{
    char buffer[128];
    struct writer writer;
    struct response response = { 404, "text/plain", { "no", 2 }, false, false };
    writer_init(&writer, buffer, sizeof buffer);
    CHECK(response_write(&response, &writer));
    CHECK(strcmp(buffer, "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n"
                         "Content-Length: 2\r\nConnection: close\r\n\r\nno") == 0);
    response.code = 204;
    response.content_type = NULL;
    response.is_kept_alive = true;
    writer_init(&writer, buffer, sizeof buffer);
    CHECK(response_write(&response, &writer));
    CHECK(strcmp(buffer, "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n") == 0);
    writer_init(&writer, buffer, 16);
    CHECK(!response_write(&response, &writer));
}

int main(void)
{
    test_spans();
    test_urls();
    test_parameters();
    test_headers();
    test_chunks();
    test_writer();
    test_requests();
    test_limits();
    test_responses();
    printf("%d checks, %d failed\n", n_checks, n_failed);
    return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
