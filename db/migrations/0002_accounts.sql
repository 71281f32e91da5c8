-- Who may sign in, and who is signed in. People themselves stand in 0001_base.sql.

-- What only the shop knows. The key of login codes is made here, once per database.
create table secrets (
  name text primary key,
  value bytea not null
);

insert into secrets (name, value) values (
  'login-codes',
  sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);

-- A name somebody gave for an address that has no account yet. It becomes one when a code proves the address.
create table registrations (
  email text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- At most two rows of a mailbox: the two newest codes. What is kept of a code is a keyed digest.
create table login_codes (
  id bigint generated always as identity primary key,
  email text not null,
  kind text not null check (kind in ('code', 'link')),
  salt bytea not null,
  digest bytea not null,
  -- The name that came with this very code, for an address without an account.
  name text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  consumed_at timestamptz
);

create index login_codes_of_mailbox on login_codes (email, id);
create index login_codes_by_digest on login_codes (digest) where kind = 'link';
create index login_codes_old on login_codes (expires_at);

-- Wrong guesses in a row, over all codes of a mailbox; a success sets it back.
create table login_failures (
  email text primary key,
  in_a_row integer not null,
  last_at timestamptz not null default now()
);

create table sessions (
  -- SHA-256 of the token: a copy of this table opens nothing.
  digest bytea primary key,
  customer_id text not null references customers (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create index sessions_of_customer on sessions (customer_id, created_at desc);
create index sessions_old on sessions (last_seen_at);
