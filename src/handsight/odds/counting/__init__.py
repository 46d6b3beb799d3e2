"""The bridges from questions to the kernels that count."""
