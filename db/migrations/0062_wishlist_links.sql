-- The link with which a customer shows their wishlist to others: one each, until they stop sharing.
create table wishlist_links (
  customer_id text primary key references customers (id) on delete cascade,
  -- 128 random bits. It's shown to its owner again, so it isn't hashed; it can do nothing but show the list.
  token text not null unique,
  created_at timestamptz not null default now()
);
