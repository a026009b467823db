//@ run: refine %s tests/refine/unknown/a-fact-is-missing-for-an-observation.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: too weak ... no answer to `send(sum)` is known to be possible
// As with the relation: what is sent is a square, and nothing that is known says so.
extern void send(unsigned);
void squares(int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        send(sum);
        sum = sum + 2u * (unsigned)i + 1u;
    }
}
