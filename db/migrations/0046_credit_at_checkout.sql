-- Store credit that pays for an order, in part or whole. It's held with the order, and given back when that lapses or is cancelled.
alter table orders add column credit_paise integer not null default 0,
  add constraint orders_credit check (credit_paise between 0 and total_paise);
-- credit: an order that credit pays whole has a payment of nothing.
alter table payments drop constraint payments_source_check,
  add constraint payments_source_check check (source in ('browser', 'webhook', 'reconciler', 'staff', 'credit'));
-- What of a refund went back to the store credit that paid, at once. `amount_paise` is the money.
alter table refunds add column credit_paise integer not null default 0 check (credit_paise >= 0),
  drop constraint refunds_amount_positive,
  add constraint refunds_amount_positive check (amount_paise >= 0 and amount_paise + credit_paise > 0);

-- As before, with the credit that paid for the order beside the money of its payment.
create or replace view payment_balances as
  select p.id as payment_id, p.order_id, (r.money + r.credit)::integer as refunded_paise, d.lost_paise, d.disputed_paise,
    (greatest(0, p.amount_paise - r.money - d.lost_paise) + c.left_paise)::integer as left_paise, c.left_paise as credit_left_paise
  from payments p
  cross join lateral (
    select coalesce(sum(amount_paise) filter (where state in ('due', 'pending', 'done')), 0) as money,
      coalesce(sum(credit_paise), 0) as credit
    from refunds where payment_id = p.id) r
  cross join lateral (
    select (coalesce((select o.credit_paise from orders o where o.id = p.order_id and o.payment_id = p.id), 0) - r.credit)::integer as left_paise) c
  cross join lateral (
    select least(coalesce(sum(amount_paise) filter (where status = 'lost'), 0), p.amount_paise)::integer as lost_paise,
      coalesce(sum(amount_paise) filter (where status in ('open', 'under_review')), 0)::integer as disputed_paise
    from disputes where order_id = p.order_id and payment_id = p.id) d;
