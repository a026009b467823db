struct quotient_and_remainder {
    long quot;
    long rem;
};

struct quotient_and_remainder ldiv(long numerator, long denominator)
{
    struct quotient_and_remainder result = { numerator / denominator, numerator % denominator };
    return result;
}
