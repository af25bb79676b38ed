"""Encoders: from texts to unit vectors. Shared by the stages that need one."""
