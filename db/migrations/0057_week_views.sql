-- Views of each product by day in India, for the row Popular This Week; a week of them is kept.
create table product_view_days (
  day date not null,
  product_id text not null references products (id) on delete cascade,
  views integer not null,
  primary key (day, product_id)
);
create index product_view_days_of_product on product_view_days (product_id);
