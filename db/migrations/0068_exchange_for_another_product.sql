-- An exchange may bring another product. It keeps that one's name, as an order keeps those of its lines. Null: the same product.
alter table exchanges
  add column other_product_id text,
  add column other_name text,
  add constraint exchanges_other check ((other_product_id is null) = (other_name is null));
