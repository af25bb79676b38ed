"""What sections of the configuration are made of.

The modules that hold an encoder, a clusterer, a reducer or a measure define their own keys with it;
`topograph.config` puts all keys together.
"""
