-- What was bid for a side before the game, with the game that waits for it.
ALTER TABLE tables ADD COLUMN bids TEXT NOT NULL DEFAULT 'null';
