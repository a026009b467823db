//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// The receiving half of a UART driver: a FIFO of 16 bytes between the interrupt and its reader; losses are counted.
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

#define FIFO_SIZE 16
enum { STATUS_READY = 0x01, STATUS_OVERRUN = 0x02, STATUS_FRAMING = 0x04, STATUS_PARITY = 0x08 };

struct uart {
    unsigned n_received, n_read, n_lost;
    uint8_t first, count;
    uint8_t fifo[FIFO_SIZE];
};

static uint8_t read_status_register(void) { return __VERIFIER_nondet_uchar(); }
static uint8_t read_data_register(void) { return __VERIFIER_nondet_uchar(); }

static void on_interrupt(struct uart *uart)
{
    uint8_t status = read_status_register();
    if (!(status & STATUS_READY))
        return;
    uint8_t byte = read_data_register();
    if (status & (STATUS_FRAMING | STATUS_PARITY))
        return;
    uart->n_received++;
    if (uart->count == FIFO_SIZE) {
        uart->n_lost++;
        return;
    }
    uart->fifo[(uart->first + uart->count) % FIFO_SIZE] = byte;
    uart->count++;
}

/* The oldest byte, or -1 where there is none. */
static int read_byte(struct uart *uart)
{
    if (uart->count == 0)
        return -1;
    uint8_t byte = uart->fifo[uart->first];
    uart->first = (uart->first + 1) % FIFO_SIZE;
    uart->count--;
    uart->n_read++;
    return byte;
}

int main(void)
{
    struct uart uart = { 0, 0, 0, 0, 0, { 0 } };
    int event;
    while ((event = __VERIFIER_nondet_int()) != 0) {
        if (event > 0) {
            on_interrupt(&uart);
        } else {
            int byte = read_byte(&uart);
            assert(byte >= -1 && byte <= 255);
        }
        assert(uart.count <= FIFO_SIZE);
        assert(uart.n_received == uart.n_read + uart.n_lost + uart.count);
    }
    return 0;
}
