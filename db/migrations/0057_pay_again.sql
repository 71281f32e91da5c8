-- When the customer was told that an order is held but not paid.
alter table orders add column reminded_at timestamptz;
create index orders_to_remind on orders (created_at) where state = 'awaiting_payment' and reminded_at is null;
