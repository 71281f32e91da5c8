-- SHA-256 of the token by which the customer of an order in cash confirms it. Null if nobody was asked by mail.
alter table orders add column confirm_hash bytea;
create unique index orders_by_confirm on orders (confirm_hash) where confirm_hash is not null;
