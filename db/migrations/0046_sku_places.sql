-- Where a SKU lies in the stockroom. Apart from stock, as its level is: setting one makes no page stale.
create table sku_places (
  sku text primary key,
  place text not null check (place <> '')
);
