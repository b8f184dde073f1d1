-- The key is (table, version): two writers of one version cannot both win.
CREATE TABLE events (
    table_key TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    event BLOB NOT NULL,
    PRIMARY KEY (table_key, version)
) WITHOUT ROWID;
