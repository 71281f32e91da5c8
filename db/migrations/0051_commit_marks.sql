-- A row of each transaction that changed something, for a few minutes: whether it was committed if the connection broke meanwhile.
create table commit_marks (
  id uuid primary key,
  made_at timestamptz not null default now()
);
