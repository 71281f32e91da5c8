-- Who asked to be told by mail about stock and prices. Without the account: visitors ask too.
create table alert_recipients (
  email text primary key,
  -- Stands in the links to leave; it can do nothing else.
  token text not null unique,
  -- Wants to hear when something on the wishlist becomes cheaper.
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
  -- Stands in the link to confirm.
  token text not null unique,
  created_at timestamptz not null default now(),
  -- Null until the owner of the mailbox has said yes.
  confirmed_at timestamptz,
  told_at timestamptz
);
create unique index stock_alerts_once on stock_alerts (email, product_id, color, size) where told_at is null;
create index stock_alerts_waiting on stock_alerts (product_id, color, size, id) where told_at is null and confirmed_at is not null;
create index stock_alerts_told on stock_alerts (product_id, color, size, told_at) where told_at is not null;
create index stock_alerts_of_email on stock_alerts (email);

-- The price below which a drop is told; null where nobody asked.
alter table wishlist_lines add column price_paise integer;
