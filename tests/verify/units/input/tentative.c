int shared;
int table[];
int read_shared(void) { return shared + table[1]; }
