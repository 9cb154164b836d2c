-- What was asked is remembered apart from the orders: taking one back does not undo the asking.
CREATE TABLE requests (
    n INTEGER PRIMARY KEY,
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    request TEXT NOT NULL
);

CREATE UNIQUE INDEX requests_of_table ON requests ("table", who, request);

ALTER TABLE orders DROP COLUMN request;
