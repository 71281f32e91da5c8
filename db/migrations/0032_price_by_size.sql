-- A variant that costs more than the product's lowest price, `products.price_paise`: by how much. A price that the product gets by staff,
-- a sale or a bulk change moves all of its variants, and stays the lowest. `mrp_paise`: its own MRP, null for the product's.
alter table stock
  add column extra_paise integer not null default 0 check (extra_paise between 0 and 1000000000),
  add column mrp_paise integer check (mrp_paise >= 0);
