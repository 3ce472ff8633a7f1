"""See how word frequency hides in embedding spaces."""
