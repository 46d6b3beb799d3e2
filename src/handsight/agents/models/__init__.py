"""Players that model their opponents."""
