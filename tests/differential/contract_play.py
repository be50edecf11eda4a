def soak(variant, rng, run):
    pass
