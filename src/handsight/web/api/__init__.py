"""The page's JSON interface, with a module for each subject."""
