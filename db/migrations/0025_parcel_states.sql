-- What became of a parcel, by its carrier's file or by staff: where it is now, why, and since when. What was delivered before this
-- stays delivered, with its order.
alter table shipments add column state text not null default 'on_the_way'
  check (state in ('on_the_way', 'attempted', 'returning', 'returned', 'lost', 'delivered'));
-- In the carrier's words or in those of staff.
alter table shipments add column state_reason text;
alter table shipments add column state_at timestamptz;
update shipments s set state = 'delivered', delivered_at = coalesce(s.delivered_at, o.delivered_at),
    state_at = coalesce(s.delivered_at, o.delivered_at)
  from orders o where o.id = s.order_id and (s.delivered_at is not null or o.status = 'delivered');
create index shipments_in_trouble on shipments (order_id) where state in ('attempted', 'returning', 'returned', 'lost');

-- The parcels that somebody has to do something about: until they arrive or are on their way again, or until their pieces, or the
-- whole payment of their order, are refunded.
create view parcels_in_trouble as
  select s.id, s.order_id, s.state, coalesce(s.state_at, s.shipped_at) as since
  from shipments s join orders o on o.id = s.order_id
  where s.state in ('attempted', 'returning', 'returned', 'lost') and o.state = 'paid'
    and exists (select from shipment_lines x join order_lines l on l.id = x.order_line_id
      where x.shipment_id = s.id and l.cancelled < x.quantity)
    and o.total_paise > (select coalesce(sum(r.amount_paise), 0) from refunds r
      where r.order_id = o.id and r.payment_id = o.payment_id and r.state in ('due', 'pending', 'done'));
