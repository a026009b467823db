//@ run: verify %s --property unreach-call
// Names that are not declared, with the nearest one as a suggestion.
struct point { int x, y; };

int count(void)
{
    int counter = 0;
    struct point p = { 1, 2 };
    p.z = 3; //~ error[E0205]: there is no member `z`
    conter++; //~ error[E0201]: unknown name `conter`
    goto nowhere; //~ error[E0203]: unknown label `nowhere`
    return counter;
}

struct missing whole; //~ error[E0211]: `whole` has the incomplete type `struct missing`
enum absent *e;

int main(void) { return sizeof(struct unknown); } //~ error[E0211]: the type `struct unknown` is incomplete
