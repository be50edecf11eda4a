"""Benchmarks of the speed and memory of rami and comparable libraries: `python -m benchmarks` runs all of them."""
