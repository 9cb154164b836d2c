-- Who said it: the id of a seat, 'umpire', or nothing for spectators, who talk among themselves.
ALTER TABLE chat ADD COLUMN who TEXT NOT NULL DEFAULT '';

UPDATE chat SET who = CASE WHEN side = '' AND name = 'umpire' THEN 'umpire' ELSE side END;
