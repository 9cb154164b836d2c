CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    mode TEXT NOT NULL,
    seats TEXT NOT NULL,
    header TEXT NOT NULL,
    summary TEXT NOT NULL,
    rewound_to INTEGER,
    created TEXT NOT NULL,
    updated TEXT NOT NULL
);

CREATE TABLE orders (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    side TEXT NOT NULL,
    text TEXT NOT NULL,
    dice TEXT NOT NULL,
    state TEXT NOT NULL,
    request TEXT NOT NULL,
    given TEXT NOT NULL,
    PRIMARY KEY ("table", n)
) WITHOUT ROWID;

CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    sides TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX tokens_of_table ON tokens ("table");

CREATE TABLE chat (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    side TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY ("table", n)
) WITHOUT ROWID;
