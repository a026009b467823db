//@ run: verify %s --function f --property unreach-call --time 30
//@ truth: holds
//@ verdict: true
// Pointers in records are followed, too.
struct buffer {
    unsigned n;
};
struct packet {
    struct buffer *buffer;
    unsigned long begin, length;
};
//@ requires packet->buffer->n < 100;
//@ ensures packet->buffer->n == \old(packet->buffer->n) + 1 && packet->length <= \old(packet->length);
int f(struct packet *packet, unsigned long length)
{
    packet->buffer->n++;
    if (length > packet->length)
        return 0;
    packet->length = length;
    return 1;
}
