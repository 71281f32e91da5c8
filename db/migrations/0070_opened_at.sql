-- When the customer was last sent to the payment window of an order; paying again opens another.
alter table orders add column opened_at timestamptz not null default now();
