-- What staff took by hand for a dearer replacement is a payment, too, as an order's cash is, so that what goes back of it has a balance.
insert into payments (id, order_id, exchange_id, status, amount_paise, currency, source, created_at)
  select difference_method || '_' || id, order_id, id, 'captured', difference_paise, 'INR', 'staff', difference_settled_at
  from exchanges where difference_method in ('cash', 'upi', 'other') and difference_paise > 0;
alter table exchanges drop constraint exchanges_difference_payment;
update exchanges set difference_payment_id = difference_method || '_' || id
  where difference_method in ('cash', 'upi', 'other') and difference_paise > 0;
alter table exchanges add constraint exchanges_difference_payment
  check (difference_payment_id is null or difference_method is not null);
-- What went back of it became store credit. Its credit note has the exchange's id.
insert into refunds (id, payment_id, order_id, amount_paise, reason, note, target, state, created_at, done_at)
  select id, difference_payment_id, order_id, difference_paise, 'amount', 'The replacement isn’t sent', 'credit', 'done',
    difference_returned_at, difference_returned_at
  from exchanges where difference_returned_at is not null and difference_method in ('cash', 'upi', 'other') and difference_paise > 0;

-- The exchange whose cheaper replacement a refund of the order's payment is for.
alter table refunds add column exchange_id text references exchanges (id);
