"""Jobs beside the stages: a run's topics found again, new documents placed among them."""
