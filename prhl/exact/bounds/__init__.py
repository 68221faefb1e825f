"""Certified bounds where there is no closed form: grids, runs on intervals, a released Gaussian."""
