#include "config.h"
int a(void) { return 0; }
