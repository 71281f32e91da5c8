-- An exchange moves pieces: its request holds the replacement, shipping takes it, receiving books in what came back.
alter table exchanges
  add column hold text not null default 'none' check (hold in ('none', 'held', 'taken', 'released')),
  -- The parcel that brings the replacement, and the one that fetches what goes back.
  add column carrier text,
  add column tracking_number text,
  add column url text,
  add column pickup_carrier text,
  add column pickup_number text,
  add column pickup_url text,
  add column received_at timestamptz,
  -- Why the shop refused it, in words for its customer.
  add column refusal text,
  -- Nothing could replace it, and its money goes back.
  add column refunded_at timestamptz,
  add constraint exchanges_ended check (cancelled_at is not null or (refusal is null and refunded_at is null)),
  add constraint exchanges_hold check (hold <> 'held' or (cancelled_at is null and status in ('ordered', 'packaging')));

-- Which pieces go back, what is sent instead, and what came back by inspection.
create table exchange_lines (
  exchange_id text not null references exchanges (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  quantity integer not null check (quantity >= 1),
  -- Null in exchanges from before their pieces were held.
  replacement_sku text,
  -- The SKU that came back: the old one, or the replacement where the exchange was cancelled on its way.
  returned_sku text,
  good integer not null default 0 check (good >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  primary key (exchange_id, order_line_id),
  check (good + damaged <= quantity),
  check (good + damaged = 0 or returned_sku is not null)
);
insert into exchange_lines (exchange_id, order_line_id, quantity)
select e.id, e.order_line_id, l.quantity from exchanges e join order_lines l on l.id = e.order_line_id;

alter table stock_ledger add column exchange_id text;
create index stock_ledger_of_exchange on stock_ledger (exchange_id) where exchange_id is not null;
