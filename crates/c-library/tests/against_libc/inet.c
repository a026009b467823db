/* Numbers in the order of the network. */
#include "random.h"
#include <arpa/inet.h>

uint16_t model_htons(uint16_t), model_ntohs(uint16_t);
uint32_t model_htonl(uint32_t), model_ntohl(uint32_t);

int main(void)
{
    for (unsigned short_one = 0; short_one < 65536; short_one++) {
        uint16_t x = (uint16_t)short_one;
        SAME(htons(x) == model_htons(x) && ntohs(x) == model_ntohs(x), "%x", x);
    }
    for (int i = 0; i < 100000; i++) {
        uint32_t x = any(65536) << 16 | any(65536);
        SAME(htonl(x) == model_htonl(x) && ntohl(x) == model_ntohl(x), "%x", x);
    }
    return finish();
}
