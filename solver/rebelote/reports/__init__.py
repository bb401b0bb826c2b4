"""A post-mortem on paper: a page, Markdown, the curve of values, and tables over many deals."""
