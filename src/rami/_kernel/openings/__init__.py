"""First lay-downs: openings by points, by clean runs and by contracts."""
