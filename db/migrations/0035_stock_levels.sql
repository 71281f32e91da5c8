-- From how many left on a SKU counts as low. Apart from stock: a SKU that passes to another product keeps its level, and
-- setting one makes no page stale.
create table stock_levels (
  sku text primary key,
  low integer not null check (low >= 0)
);
