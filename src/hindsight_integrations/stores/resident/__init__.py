"""Users held in memory as columns, vectors and postings, whatever database they are read from; it runs no SQL."""
