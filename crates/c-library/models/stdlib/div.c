struct quotient_and_remainder {
    int quot;
    int rem;
};

struct quotient_and_remainder div(int numerator, int denominator)
{
    struct quotient_and_remainder result = { numerator / denominator, numerator % denominator };
    return result;
}
