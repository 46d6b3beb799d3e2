"""The tables of CISTI-2013."""
