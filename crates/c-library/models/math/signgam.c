/* The sign of what `lgamma` last gave. */
int signgam;
