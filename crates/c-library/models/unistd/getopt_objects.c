/* What `getopt` tells, before it was called. */
char *optarg;
int optind = 1;
int opterr = 1;
int optopt = 63;
