"""The stage `report`: one page for all results, and the manifest."""
