//@ run: verify %s --property unreach-call
int main(void) { return 0; }
/* this never ends
//~^ error[E0104]: comment
