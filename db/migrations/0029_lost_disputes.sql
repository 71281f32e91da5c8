-- What a customer's bank took back by a lost dispute has left the shop as a refund has: from here on both count wherever something
-- depends on what is left of a payment.
alter table disputes add column decided_at timestamptz;
update disputes set decided_at = created_at where status in ('won', 'lost', 'closed');
create index disputes_lost on disputes (order_id) where status = 'lost';

-- What went back of each payment, and what is left. Refunds count as soon as they're to be made. `disputed_paise`: what a bank may
-- still take. A payment that was refunded and then lost as well has nothing left.
create view payment_balances as
  select p.id as payment_id, p.order_id, r.refunded_paise, d.lost_paise, d.disputed_paise,
    greatest(0, p.amount_paise - r.refunded_paise - d.lost_paise) as left_paise
  from payments p
  cross join lateral (
    select coalesce(sum(amount_paise), 0)::integer as refunded_paise
    from refunds where payment_id = p.id and state in ('due', 'pending', 'done')) r
  cross join lateral (
    select least(coalesce(sum(amount_paise) filter (where status = 'lost'), 0), p.amount_paise)::integer as lost_paise,
      coalesce(sum(amount_paise) filter (where status in ('open', 'under_review')), 0)::integer as disputed_paise
    from disputes where order_id = p.order_id and payment_id = p.id) d;

-- The disputes that somebody has to do something about: until they're decided, and a lost one until its order is cancelled or has
-- arrived, since its goods needn't leave.
create view disputes_in_trouble as
  select d.* from disputes d join orders o on o.id = d.order_id
  where d.status in ('open', 'under_review')
    or (d.status = 'lost' and d.payment_id = o.payment_id and o.state = 'paid' and o.status <> 'delivered');

-- As before, but only while something of the payment is left.
create or replace view failed_refunds as
  select f.id, f.order_id, f.created_at from refunds f
  where f.state = 'failed' and exists (
    select from refunds since where since.payment_id = f.payment_id and since.state = 'failed' and since.created_at <= f.created_at
      and (select sum(m.amount_paise) from refunds m where m.payment_id = f.payment_id and m.state = 'failed'
          and m.created_at between since.created_at and f.created_at)
        > (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = f.payment_id
          and r.created_at > since.created_at and r.reason <> 'lines' and r.state in ('due', 'pending', 'done')))
    and exists (select from payment_balances b where b.payment_id = f.payment_id and b.left_paise > 0);
create or replace view parcels_in_trouble as
  select s.id, s.order_id, s.state, coalesce(s.state_at, s.shipped_at) as since
  from shipments s join orders o on o.id = s.order_id
  where s.state in ('attempted', 'returning', 'returned', 'lost') and o.state = 'paid'
    and exists (select from shipment_lines x join order_lines l on l.id = x.order_line_id
      where x.shipment_id = s.id and l.cancelled < x.quantity)
    and exists (select from payment_balances b where b.payment_id = o.payment_id and b.left_paise > 0);
