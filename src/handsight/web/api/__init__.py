"""The JSON interface, a module for each subject."""
