"""What outlives one run of a page: caches, jobs, uploads, visitors."""
