"""Building blocks for sections of the configuration.

The modules of encoders, clusterers, reducers and measures define their own keys with them;
`topograph.config` combines all keys.
"""
