"""The speed and memory of rami and its peers: `python -m benchmarks` measures everything."""
