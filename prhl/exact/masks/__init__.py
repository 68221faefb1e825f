"""Uniform draws that hide what they are added to: one law for all inputs."""
