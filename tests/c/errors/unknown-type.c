//@ run: verify %s --property unreach-call
// A name that is used like a type gets a message that says so.
uint32 counter; //~ error[E0111]: unknown type `uint32`

int main(void)
{
    size_type n = 3; //~ error[E0111]: unknown type `size_type`
    return n;
}
