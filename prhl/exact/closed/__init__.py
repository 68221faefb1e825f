"""Rows in closed form: draws left symbolic, their densities on integers and reals."""
