struct quotient_and_remainder {
    long long quot;
    long long rem;
};

struct quotient_and_remainder lldiv(long long numerator, long long denominator)
{
    struct quotient_and_remainder result = { numerator / denominator, numerator % denominator };
    return result;
}
