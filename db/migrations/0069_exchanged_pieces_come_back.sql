-- Replacements that a later refund of their order booked into the stock; `order_lines.restocked` counts only the SKU that was bought.
alter table exchange_lines add column restocked integer not null default 0 check (restocked between 0 and quantity);
