"""The app's furniture: the sidebar's selection, cached loaders, charts with their exports.

Knows streamlit and how to call the core, not how a number is computed.
"""
