//@ run: verify %s
int main(void) { return 0; }
/* this never ends
//~^ error[E0104]: comment
