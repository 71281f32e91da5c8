-- A payment that the provider counts as placed, and whose money isn't there: cash on delivery of its own, or a state that the shop
-- doesn't know.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('created', 'pending', 'authorized', 'captured', 'refunded', 'failed'));
-- What somebody switched on at the provider, behind the shop's back, that changed this payment.
alter table payments add column switched_on text check (switched_on in ('cash', 'offer', 'fee'));
create index payments_switched_on on payments (created_at) where switched_on is not null;
