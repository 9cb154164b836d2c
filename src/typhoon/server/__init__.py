"""The web server: tables, seats, storage and push."""
