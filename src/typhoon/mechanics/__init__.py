"""What board wargames share, by parameters: no game's name stands in here."""
