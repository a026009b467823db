//@ run: refine %s tests/refine/unknown/a-fact-is-missing-for-the-relation.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: too weak ... no answer to `parity = odd` is known to be possible
// Whether a bit is set is told by a table of what came before, which no fact that is tried says.
//@ requires n >= 0;
//@ env preserves parity;
unsigned parity;
void tell(int n)
{
    unsigned odd = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        parity = odd;
        sum = sum + 3u;
        odd = (sum >> 1 ^ sum) & 1u;
    }
}
