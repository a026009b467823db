//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whoever asks for a property gets an answer to that question alone, as before: the sum wraps.
extern int read_sensor(void);
int main(void)
{
    return read_sensor() + 1;
}
