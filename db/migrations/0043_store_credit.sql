-- Store credit: what the shop owes customers, and what became of it. Rows are only added, `left_paise` alone changes, and the
-- check on it is why nobody has less than nothing. A gift that is taken back while nothing of it is used goes.
create table credit_entries (
  id bigint generated always as identity primary key,
  customer_id text not null references customers (id),
  -- `returned`: what was used for an order, given back.
  kind text not null check (kind in ('given', 'used', 'returned', 'expired')),
  amount_paise integer not null check (amount_paise > 0),
  -- Why it was given, as the customer reads it. Empty if the order says it.
  reason text not null default '',
  order_id text references orders (id),
  -- The entry that it's of: of a use or an end what was given, of what is given back the use.
  of_id bigint references credit_entries (id),
  -- When what is given ends, or null for never; and what is left of it.
  ends_at timestamptz,
  left_paise integer check (left_paise between 0 and amount_paise),
  created_at timestamptz not null default now(),
  check ((kind in ('given', 'returned')) = (left_paise is not null)),
  check ((kind = 'given') = (of_id is null))
);
create index credit_of_customer on credit_entries (customer_id, created_at desc, id desc);
create index credit_left on credit_entries (customer_id, ends_at, id) where left_paise > 0;
create index credit_ending on credit_entries (ends_at) where left_paise > 0;
create index credit_of_order on credit_entries (order_id) where order_id is not null;
create index credit_of_entry on credit_entries (of_id) where of_id is not null;
