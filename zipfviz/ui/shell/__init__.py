"""The furniture around every page."""
