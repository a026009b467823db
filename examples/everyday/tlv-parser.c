//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A message of type, length and value: a length that does not fit its message is refused.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { TYPE_NAME = 1, TYPE_PORT = 2 };
enum { MESSAGE_SIZE = 32, NAME_SIZE = 8 };

struct settings {
    unsigned port;
    char name[NAME_SIZE];
};

/* How many fields there are, or -1 where the message is damaged. */
static int parse(const uint8_t *message, size_t n, struct settings *settings)
{
    int n_fields = 0;
    size_t at = 0;
    while (at < n) {
        if (n - at < 2)
            return -1;
        uint8_t type = message[at], length = message[at + 1];
        at += 2;
        if (length > n - at)
            return -1;
        if (type == TYPE_NAME) {
            if (length >= NAME_SIZE)
                return -1;
            memcpy(settings->name, message + at, length);
            settings->name[length] = '\0';
        } else if (type == TYPE_PORT) {
            if (length != 2)
                return -1;
            settings->port = (unsigned)message[at] << 8 | message[at + 1];
        }
        at += length;
        n_fields++;
    }
    return n_fields;
}

int main(void)
{
    uint8_t message[MESSAGE_SIZE];
    size_t n = __VERIFIER_nondet_uchar();
    if (n > MESSAGE_SIZE)
        return 0;
    for (size_t i = 0; i < n; i++)
        message[i] = __VERIFIER_nondet_uchar();

    struct settings settings = { 0, "" };
    int n_fields = parse(message, n, &settings);
    assert(n_fields <= MESSAGE_SIZE / 2);
    assert(settings.port <= 65535);
    return 0;
}
