// Thumbnails.
