"""The lesson for a class: steps, worksheet, poll."""
