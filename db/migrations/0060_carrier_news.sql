-- A carrier's newest word about a parcel, by the carrier's clock: what is older, or comes again, changes nothing.
create table carrier_news (
  carrier text not null check (carrier in ('delhivery', 'shiprocket')),
  number text not null,
  at timestamptz not null,
  status text not null,
  primary key (carrier, number)
);
-- When the carrier was last asked where the parcel is, in case a push was lost.
alter table bookings add column tracked_at timestamptz;
