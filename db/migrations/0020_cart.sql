-- What a customer put aside: one row for each product, colour and size. A product that goes takes its rows along
-- (SPEC 3: lines without a product are dropped). Colours and sizes are texts, as in stock: a colour that is no longer
-- made leaves its line standing, with nothing left of it.

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

create table wishlist_lines (like cart_lines including all);
alter table wishlist_lines
  add foreign key (customer_id) references customers (id) on delete cascade,
  add foreign key (product_id) references products (id) on delete cascade;

create index cart_lines_of_product on cart_lines (product_id);
create index wishlist_lines_of_product on wishlist_lines (product_id);
