-- A parcel of an order. What lies in it is counted by line, because the pieces of a line may leave in several parcels.
create table shipments (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  carrier text not null,
  tracking_number text not null,
  url text,
  shipped_at timestamptz not null default now(),
  -- What the carrier reported.
  out_for_delivery_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, carrier, tracking_number)
);
create index shipments_by_tracking on shipments (carrier, tracking_number);

create table shipment_lines (
  shipment_id text not null references shipments (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  quantity integer not null check (quantity >= 1),
  primary key (shipment_id, order_line_id)
);
create index shipment_lines_of_line on shipment_lines (order_line_id);

-- How many pieces of each line have left in parcels, and how many are still to leave: the one place that says what is left to
-- ship. Pieces that are cancelled are counted as those that had not left.
create view line_pieces as
  select l.id as order_line_id, l.order_id, s.shipped, greatest(l.quantity - l.cancelled - s.shipped, 0) as unshipped
  from order_lines l
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as shipped from shipment_lines where order_line_id = l.id) s;

-- The orders that somebody has to pack, and how many pieces of each: paid for sure, and not wholly gone. An order that was set
-- on its way without a parcel has left as a whole.
create view orders_to_pack as
  select o.id as order_id, sum(p.unshipped)::integer as pieces
  from orders o join line_pieces p on p.order_id = o.id
  where o.state = 'paid' and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or exists (select from shipments where order_id = o.id))
  group by o.id having sum(p.unshipped) > 0;

-- What staff looks at all day, however many orders are done.
create index orders_under_way on orders (paid_at) where state = 'paid' and status <> 'delivered';
