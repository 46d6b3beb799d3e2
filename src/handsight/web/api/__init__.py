"""The JSON interface, with a module for each subject."""
