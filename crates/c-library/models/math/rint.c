/* To the nearest whole number, halves to even, by adding and removing the least number whose
   neighbours are whole. */
double rint(double x)
{
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0) || x == 0)
        return x;
    double y = x > 0 ? x + 4503599627370496.0 - 4503599627370496.0 : x - 4503599627370496.0 + 4503599627370496.0;
    return y == 0 ? x * 0 : y;
}

double nearbyint(double x)
{
    return rint(x);
}
