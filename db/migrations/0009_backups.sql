-- The backups that were made or failed, and whether they were seen to restore.
create table backups (
  id bigint generated always as identity primary key,
  -- The moment of its snapshot, or when the attempt failed.
  made_at timestamptz not null,
  -- The folder or the s3:// URL without its settings, and the file's name there.
  place text not null,
  name text not null,
  scheduled boolean not null,
  bytes bigint,
  rows bigint,
  pictures integer,
  seconds real,
  -- Why it failed.
  problem text,
  -- When it was last restored into a scratch place, and what was wrong with it.
  verified_at timestamptz,
  verify_problem text,
  -- When it made room for newer ones.
  removed_at timestamptz
);
create index backups_good on backups (made_at desc) where problem is null;
