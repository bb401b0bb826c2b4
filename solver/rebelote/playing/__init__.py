"""Players that see one hand: rules of thumb, and those that play by hints."""
