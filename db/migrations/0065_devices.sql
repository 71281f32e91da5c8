-- Devices on which a customer stays signed in. Each has one refresh token at a time, of which only the digest is stored.
create table devices (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  digest bytea not null unique,
  -- The token before: two tabs may send the same one at the same time; later it shows that it was copied.
  previous_digest bytea unique,
  -- As the person would call it: Chrome on Android.
  name text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz not null default now()
);
create index devices_customer on devices (customer_id);

-- The sessions of a device end with it.
alter table sessions add column device_id text references devices (id) on delete cascade;
create index sessions_device on sessions (device_id) where device_id is not null;
