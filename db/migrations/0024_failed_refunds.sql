-- Refunds that the provider failed for good and whose amounts haven't been refunded since: somebody has to make them by hand. Later
-- refunds of a payment replace its failed ones in their order, those of returned pieces (`lines`) none. Of two that failed, a later
-- one of the same amount leaves one: looked at from the first on, less was refunded since than had failed.
create view failed_refunds as
  select f.id, f.order_id, f.created_at from refunds f
  where f.state = 'failed' and exists (
    select from refunds since where since.payment_id = f.payment_id and since.state = 'failed' and since.created_at <= f.created_at
      and (select sum(m.amount_paise) from refunds m where m.payment_id = f.payment_id and m.state = 'failed'
          and m.created_at between since.created_at and f.created_at)
        > (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = f.payment_id
          and r.created_at > since.created_at and r.reason <> 'lines' and r.state in ('due', 'pending', 'done')));
