-- A change of a customer's e-mail address that waits for its two codes: one at the old, one at the new address.
create table email_changes (
  customer_id text primary key references customers (id) on delete cascade,
  email text not null,
  salt bytea not null,
  old_digest bytea not null,
  new_digest bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
