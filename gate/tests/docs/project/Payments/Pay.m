// Pays.
