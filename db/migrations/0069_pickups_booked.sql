-- A carrier's API also fetches the old piece of an exchange from its customer: a return.
alter table bookings
  add column kind text not null default 'parcel' check (kind in ('parcel', 'return')),
  -- Of a return.
  add column exchange_id text references exchanges (id) on delete cascade,
  -- When the carrier had a return from its customer, and when it brought that to the shop, by the carrier's clock.
  add column picked_up_at timestamptz,
  add column arrived_at timestamptz,
  add constraint bookings_exchange_if_return check ((kind = 'return') = (exchange_id is not null));
drop index bookings_one_per_parcel;
create unique index bookings_one_per_parcel on bookings (order_id, parcel)
  where kind = 'parcel' and state in ('booking', 'booked', 'cancelling');
create unique index bookings_one_per_return on bookings (exchange_id)
  where kind = 'return' and state in ('booking', 'booked', 'cancelling');
create index bookings_of_exchange on bookings (exchange_id) where exchange_id is not null;
