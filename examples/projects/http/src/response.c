#include "response.h"

//@ ensures valid_string(\result);
//@ assigns \nothing;
const char *response_reason(int code)
{
    switch (code) {
    case 200:
        return "OK";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 413:
        return "Content Too Large";
    case 414:
        return "URI Too Long";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 501:
        return "Not Implemented";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Unknown";
    }
}

//@ requires valid_string(name) && valid_string(value);
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void write_header(struct writer *writer, const char *name, const char *value)
{
    writer_string(writer, name);
    writer_string(writer, ": ");
    writer_string(writer, value);
    writer_string(writer, "\r\n");
}

//@ requires code >= 100 && code <= 999;
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void write_status_line(struct writer *writer, int code)
{
    writer_string(writer, "HTTP/1.1 ");
    writer_size(writer, (size_t)code);
    writer_string(writer, " ");
    writer_string(writer, response_reason(code));
    writer_string(writer, "\r\n");
}

//@ requires response->code >= 100 && response->code <= 999;
//@ requires response->content_type == \null || valid_string(response->content_type);
//@ requires \valid_read(response->body.data + (0 .. response->body.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
bool response_write(const struct response *response, struct writer *writer)
{
    write_status_line(writer, response->code);
    if (response->content_type != NULL)
        write_header(writer, "Content-Type", response->content_type);
    /* 204 says that there is no body, and a length would contradict it. */
    if (response->code != 204) {
        writer_string(writer, "Content-Length: ");
        writer_size(writer, response->body.length);
        writer_string(writer, "\r\n");
    }
    write_header(writer, "Connection", response->is_kept_alive ? "keep-alive" : "close");
    writer_string(writer, "\r\n");
    if (!response->has_head_only && response->code != 204)
        writer_text(writer, response->body);
    return !writer->is_full;
}
