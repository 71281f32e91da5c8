-- The owner's own order: products with a position come first where nothing else sorts, the others follow by price.
alter table products add column position integer;

-- Paths of the product's page in a former shop, where they are not of the forms that the shop knows; they redirect to it.
alter table products add column moved_from text[] not null default '{}';
create index products_moved_from on products using gin (moved_from);
