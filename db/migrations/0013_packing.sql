-- What packers tick at the shelf and at the table: the pieces of an order, or of an exchange's replacement, that they have
-- fetched and put into the parcel. Rows are only added. The newest of a piece and step counts; a tick that a device sends
-- again has the key of the first.
create table pack_ticks (
  -- Given by the device.
  key text primary key,
  -- The id of the order, or of the exchange whose replacement is packed.
  item_id text not null,
  order_id text not null references orders (id) on delete cascade,
  -- How many parcels of the order had left: a tick is about the next one.
  parcel integer not null check (parcel >= 0),
  sku text not null,
  step text not null check (step in ('fetched', 'packed')),
  count integer not null check (count >= 0),
  -- When it was ticked, which may be long before the device had a connection.
  at timestamptz not null,
  staff_id text not null references staff (id),
  recorded_at timestamptz not null default clock_timestamp()
);
create index pack_ticks_of_piece on pack_ticks (item_id, parcel, sku, step, at desc, key desc);
create index pack_ticks_by_time on pack_ticks (recorded_at);
create index pack_ticks_of_order on pack_ticks (order_id);

-- The replacements that somebody has to pack.
create index exchanges_to_pack on exchanges (packaging_at) where status = 'packaging' and cancelled_at is null;

-- As before, but with the pieces counted order by order: joined, the planner reads all lines ever sold.
create or replace view orders_to_pack as
  select o.id as order_id, p.pieces
  from orders o
  cross join lateral (select sum(unshipped)::integer as pieces from line_pieces where order_id = o.id) p
  where o.state = 'paid' and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or coalesce((select true from shipments where order_id = o.id limit 1), false))
    and p.pieces > 0;
