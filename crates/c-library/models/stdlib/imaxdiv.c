typedef long long intmax_t;

struct quotient_and_remainder {
    intmax_t quot;
    intmax_t rem;
};

struct quotient_and_remainder imaxdiv(intmax_t numerator, intmax_t denominator)
{
    struct quotient_and_remainder result = { numerator / denominator, numerator % denominator };
    return result;
}
