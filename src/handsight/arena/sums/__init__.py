"""The sums of blocks, from which reports are made without reading hands."""
