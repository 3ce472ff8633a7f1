"""Open files, archives and compressed streams within bounds."""
