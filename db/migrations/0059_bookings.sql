-- Parcels that a carrier is asked for by its own API, before they leave.
create table bookings (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  -- How many parcels of the order had left: the booking is for the next one.
  parcel integer not null,
  carrier text not null check (carrier in ('delhivery', 'shiprocket')),
  -- By which the carrier knows it: the order's number, and from the second booking on how many there were. Never used twice.
  reference text not null unique,
  -- Counts by SKU.
  pieces jsonb not null,
  collect_paise integer not null check (collect_paise >= 0),
  -- Of the address that stands on the label.
  address_hash text not null,
  state text not null default 'booking' check (state in ('booking', 'booked', 'failed', 'cancelling', 'cancelled')),
  -- A sentence: why it failed, or what it waits for.
  problem text,
  -- The carrier's number. While it's being booked: one that the carrier gave out for it.
  number text,
  -- The carrier's own id of the parcel, if it has one beside the number.
  remote_id text,
  -- Who carries it, if the carrier is a broker.
  courier text,
  -- When the carrier was last asked to fetch it.
  pickup_on date,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_by text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint bookings_number_if_booked check (state <> 'booked' or number is not null)
);
-- Two people who book the same parcel make one booking.
create unique index bookings_one_per_parcel on bookings (order_id, parcel) where state in ('booking', 'booked', 'cancelling');
create unique index bookings_by_number on bookings (carrier, number) where number is not null;
create index bookings_due on bookings (next_attempt_at) where state in ('booking', 'cancelling');
create index bookings_of_order on bookings (order_id);
