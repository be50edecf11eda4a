"""First lay-downs: by points, by clean runs, by contracts."""
