"""What rami costs, beside its peers: `python -m benchmarks` measures everything."""
