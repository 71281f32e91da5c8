-- Orders whose customers were asked for reviews, or about which there was nothing to ask: once each.
create table review_requests (
  order_id text primary key references orders (id) on delete cascade,
  asked_at timestamptz not null default now()
);

-- Who gets such mails, or doesn't want them any more.
create table review_readers (
  email text primary key,
  -- In the links to unsubscribe; it can do nothing else.
  token text not null unique,
  created_at timestamptz not null default now(),
  left_at timestamptz
);

create index orders_by_delivery on orders (delivered_at) where status = 'delivered';
