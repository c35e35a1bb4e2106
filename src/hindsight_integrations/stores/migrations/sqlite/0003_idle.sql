-- So that sessions in which nothing was said for long are found without looking at the others.

CREATE INDEX sessions_open ON sessions (last_at) WHERE ended < last;
