"""Players that follow published reports and blog posts."""
