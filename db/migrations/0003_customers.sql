-- Customers: who they are, how they sign in, and what they put aside.

create table customers (
  id text primary key,
  -- Canonical: trimmed, NFC, lower case, domain in ASCII. Null for the authors of demonstration reviews and for customers
  -- who were forgotten, who can't sign in.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table addresses (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  phone_number text not null default '',
  email text not null default '',
  street_address text not null default '',
  country text not null default 'India' check (country in ('India', 'USA')),
  town_city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_of_customer on addresses (customer_id, created_at);
create unique index one_default_address on addresses (customer_id) where is_default;

-- The name that somebody gave for an address without an account. It becomes an account when a code proves the address.
create table registrations (
  email text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- At most two rows of a mailbox: the two newest codes. Of a code only a keyed digest is stored.
create table login_codes (
  id bigint generated always as identity primary key,
  email text not null,
  kind text not null check (kind in ('code', 'link')),
  salt bytea not null,
  digest bytea not null,
  -- The name that came with this code, for an address without an account.
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

-- Devices on which a customer stays signed in. Each has one refresh token at a time, of which only the digest is stored.
create table devices (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  digest bytea not null unique,
  -- Of the token before: two tabs may send the same one at the same time; later it shows that it was copied.
  previous_digest bytea unique,
  -- As the person would call it: Chrome on Android.
  name text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz not null default now()
);
create index devices_customer on devices (customer_id);

create table sessions (
  -- SHA-256 of the token: a copy of this table opens nothing.
  digest bytea primary key,
  customer_id text not null references customers (id) on delete cascade,
  -- The sessions of a device end with it.
  device_id text references devices (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index sessions_of_customer on sessions (customer_id, created_at desc);
create index sessions_old on sessions (last_seen_at);
create index sessions_device on sessions (device_id) where device_id is not null;

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

-- One row for each product, colour and size. The lines of a deleted product are deleted (SPEC 3: lines without a product are
-- dropped). Colours and sizes are texts, as in stock: the line of a colour that is no longer made stays, with nothing left of it.
create table cart_lines (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  product_id text not null references products (id) on delete cascade,
  color text not null,
  size text not null,
  quantity integer not null check (quantity >= 1),
  created_at timestamptz not null default now(),
  unique (customer_id, product_id, color, size)
);
create index cart_lines_of_product on cart_lines (product_id);

create table wishlist_lines (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  product_id text not null references products (id) on delete cascade,
  color text not null,
  size text not null,
  quantity integer not null check (quantity >= 1),
  created_at timestamptz not null default now(),
  -- The price below which a price drop is notified; null if the customer didn't ask.
  price_paise integer,
  unique (customer_id, product_id, color, size)
);
create index wishlist_lines_of_product on wishlist_lines (product_id);

-- Who asked to be notified by mail about stock and prices. Apart from customers: visitors ask too.
create table alert_recipients (
  email text primary key,
  -- In the links to unsubscribe; it can do nothing else.
  token text not null unique,
  -- Wants a mail when something on the wishlist becomes cheaper.
  price_drops boolean not null default false,
  created_at timestamptz not null default now()
);

-- Who waits for a product in a colour and size. The id is the order of asking.
create table stock_alerts (
  id bigint generated always as identity primary key,
  email text not null references alert_recipients (email) on delete cascade,
  product_id text not null references products (id) on delete cascade,
  color text not null,
  size text not null,
  -- In the link to confirm.
  token text not null unique,
  created_at timestamptz not null default now(),
  -- Null until the owner of the mailbox has confirmed.
  confirmed_at timestamptz,
  notified_at timestamptz
);
create unique index stock_alerts_once on stock_alerts (email, product_id, color, size) where notified_at is null;
create index stock_alerts_waiting on stock_alerts (product_id, color, size, id)
  where notified_at is null and confirmed_at is not null;
create index stock_alerts_notified on stock_alerts (product_id, color, size, notified_at) where notified_at is not null;
create index stock_alerts_of_email on stock_alerts (email);

create table reviews (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  customer_id text not null references customers (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  comment text not null check (length(comment) between 1 and 2000),
  -- How the product fitted, and in which size, as far as the shop knows.
  fit text check (fit in ('small', 'true', 'large')),
  size text,
  -- Only those who bought the product here are marked (CONTRACT): by the review's insert, or by a later payment.
  verified_buyer boolean not null default false,
  -- Invented, for the demonstration.
  demonstration boolean not null default false,
  hidden_at timestamptz,
  -- The shop's.
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (product_id, customer_id)
);
create index reviews_newest on reviews (product_id, created_at desc, id);

-- Who found whose review helpful, once each.
create table review_votes (
  review_id text not null references reviews (id) on delete cascade,
  customer_id text not null references customers (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, customer_id)
);
create index review_votes_of_customer on review_votes (customer_id);

-- Photos of buyers with their reviews; the files are in the data folder. Shown once staff have approved them.
create table review_photos (
  id text primary key,
  review_id text not null references reviews (id) on delete cascade,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  approved_at timestamptz
);
create index review_photos_of_review on review_photos (review_id);
create index review_photos_waiting on review_photos (created_at, id) where approved_at is null;

-- Notifies the instances of the products whose review summaries are stale; too many to name are all of them.
create function reviews_changed() returns trigger language plpgsql as $$
declare
  names text[];
begin
  if tg_op = 'DELETE' then
    select array_agg('reviews:' || id) into names from (select distinct product_id as id from old_rows limit 41) as d;
  else
    select array_agg('reviews:' || id) into names from (select distinct product_id as id from new_rows limit 41) as d;
  end if;
  if names is null then return null; end if;
  perform pg_notify('public_changed', case when cardinality(names) > 40 then 'reviews' else array_to_string(names, ' ') end);
  return null;
end $$;

create trigger reviews_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function reviews_changed();
create trigger reviews_updated after update on reviews referencing new table as new_rows
  for each statement execute function reviews_changed();
create trigger reviews_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function reviews_changed();
