-- Mail goes out in the order in which it was written, so what waits is walked in that order.
create index outbox_waiting on outbox (seq) where done_at is null;
drop index outbox_due;
