"""Figures for print: widths, letters, one page or several."""
