#include "limit.h"
#include <assert.h>
int main(void)
{
    assert(LIMIT == EXPECTED);
    return 0;
}
