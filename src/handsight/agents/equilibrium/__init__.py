"""Players whose strategies were trained or solved."""
