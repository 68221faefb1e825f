"""Two rows with real outputs: signs, suprema of ratios, and the excess of one over a multiple of the other."""
