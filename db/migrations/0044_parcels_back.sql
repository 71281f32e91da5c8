-- What came back in a parcel: received once, piece by piece. `good` went into stock, `damaged` was written off, the rest is missing.
alter table shipments add column received_at timestamptz;
alter table shipment_lines add column good integer, add column damaged integer,
  -- Sent again: what was good left anew or is to leave, and the rest was refunded.
  add column resent boolean not null default false,
  add constraint shipment_lines_received check (good >= 0 and damaged >= 0 and good + damaged <= quantity);

-- A piece that came back is in stock before anybody decides about its order.
alter table order_lines drop constraint order_lines_cancelled;
alter table order_lines add constraint order_lines_cancelled
  check (cancelled between 0 and quantity and restocked between 0 and quantity);

-- What was sent again is to leave once more.
create or replace view line_pieces as
  select l.id as order_line_id, l.order_id, s.shipped, greatest(l.quantity - l.cancelled - s.shipped, 0) as unshipped
  from order_lines l
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as shipped from shipment_lines
    where order_line_id = l.id and not resent) s;

-- How many pieces of each line may still be booked into stock, so that none is booked twice: those cancelled before they left, those
-- cancelled on their way and not received yet, and those received in good state, less what is booked already.
create view line_returns as
  select l.id as order_line_id, l.order_id,
    greatest(greatest(l.cancelled - p.gone - p.written_off, 0) + greatest(p.gone - p.received, 0) + p.good - l.restocked, 0) as restockable
  from order_lines l
  cross join lateral (
    select greatest(l.cancelled + s.shipped - l.quantity, 0) as gone, s.received, s.good, s.written_off from (
      select coalesce(sum(quantity) filter (where not resent), 0)::integer as shipped,
        coalesce(sum(quantity) filter (where not resent and good is not null), 0)::integer as received,
        coalesce(sum(good) filter (where not resent), 0)::integer as good,
        coalesce(sum(quantity - good) filter (where resent), 0)::integer as written_off
      from shipment_lines where order_line_id = l.id) s) p;

create or replace view parcels_in_trouble as
  select s.id, s.order_id, s.state, coalesce(s.state_at, s.shipped_at) as since, s.received_at
  from shipments s join orders o on o.id = s.order_id
  where s.state in ('attempted', 'returning', 'returned', 'lost') and o.state in ('placed', 'paid')
    and exists (select from shipment_lines x join order_lines l on l.id = x.order_line_id
      where x.shipment_id = s.id and not x.resent and l.cancelled < x.quantity)
    -- A cash order has no payment yet, and one that store credit paid whole has none.
    and (o.payment_id is null or exists (
      select from payment_balances b where b.payment_id = o.payment_id and b.left_paise + b.lost_paise > 0));
