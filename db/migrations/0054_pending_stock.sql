-- What a large import still has to add to SKUs that were on sale before. It is written with the import, all or nothing, and
-- taken over into stock a few products at a time, so that no order waits; whoever finds rows here finishes it.
create table pending_stock (
  sku text primary key,
  product_id text not null,
  delta integer not null
);
create index pending_stock_by_product on pending_stock (product_id, sku);
