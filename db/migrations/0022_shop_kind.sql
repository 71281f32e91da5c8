-- Whether the shop is the demonstration or its owner's own. The first start decides by its environment, and every later
-- one follows the database, so that two instances never show two shops.
create table shop_kind (
  only_row boolean primary key default true check (only_row),
  is_real boolean not null
);
