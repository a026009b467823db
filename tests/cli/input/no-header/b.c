#include "config.h"
int b(void) { return 0; }
