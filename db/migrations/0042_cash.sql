-- Cash on delivery (docs/decisions/033-cash-orders.md). An order that's to be paid at the door is `to_confirm` until somebody
-- confirmed it, `placed` until its cash is in, and then `paid`. Its `paid_at` is when it was placed.
alter table orders
  drop constraint orders_state_check,
  add constraint orders_state_check check (state in ('creating', 'awaiting_payment', 'to_confirm', 'placed', 'paid', 'cancelled',
    'expired', 'abandoned', 'refund_due', 'refunded')),
  drop constraint orders_status_if_placed,
  add constraint orders_status_if_placed check ((state in ('to_confirm', 'placed', 'paid', 'cancelled')) = (status is not null)),
  drop constraint orders_payment_if_placed,
  add constraint orders_payment_if_placed check (status is null or (paid_at is not null and estimated_at is not null
    and (payment_id is not null or (payment_method = 'cash' and state <> 'paid')))),
  -- shop: nobody confirmed it in time.
  drop constraint orders_cancelled_by_check,
  add constraint orders_cancelled_by_check check (cancelled_by in ('customer', 'staff', 'provider', 'shop'));

-- What the carrier collects at the door. The parcels of an order collect its whole total.
alter table shipments add column collect_paise integer not null default 0 check (collect_paise >= 0);

drop index orders_of_customer;
create index orders_of_customer on orders (customer_id, paid_at desc) where status is not null;
drop index orders_paid_at;
create index orders_paid_at on orders (paid_at) where state in ('placed', 'paid');
drop index orders_under_way;
create index orders_under_way on orders (paid_at) where state in ('placed', 'paid') and status <> 'delivered';
create index orders_to_confirm on orders (created_at) where state = 'to_confirm';

drop trigger sales_changed on orders;
create trigger sales_changed after update of state on orders
  for each row when ((old.state in ('placed', 'paid')) <> (new.state in ('placed', 'paid')))
  execute function notify_public_changed('sales');

create or replace view orders_to_pack as
  select o.id as order_id, p.pieces
  from orders o
  cross join lateral (select sum(unshipped)::integer as pieces from line_pieces where order_id = o.id) p
  where o.state in ('placed', 'paid') and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or coalesce((select true from shipments where order_id = o.id limit 1), false))
    and p.pieces > 0;
