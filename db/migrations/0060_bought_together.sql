-- How many paid orders have two products together. Orders are counted once, after they were paid.
create table bought_together (
  product_id text not null references products (id) on delete cascade,
  other_id text not null references products (id) on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, other_id)
);
alter table orders add column products_counted_at timestamptz;
create index orders_to_count on orders (paid_at) where state = 'paid' and products_counted_at is null;

-- What the owner shows with a product, in this order.
create table goes_with (
  product_id text not null references products (id) on delete cascade,
  other_id text not null references products (id) on delete cascade,
  position integer not null,
  primary key (product_id, other_id),
  check (product_id <> other_id)
);
