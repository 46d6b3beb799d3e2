"""Generators of the tables that handsight ships, and measurements that are compared with papers."""
