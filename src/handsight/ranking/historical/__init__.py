"""The evaluators that the papers compare, each as it was published, one file for each."""
