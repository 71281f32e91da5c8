create table stores (
  id text primary key,
  name text not null,
  address text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  status text not null check (status in ('Open', 'Closed')),
  phone text not null default '',
  hours text not null default '',
  -- In the order in which the owner lists them.
  position integer not null
);
create trigger stores_written after insert or update or delete on stores
  for each statement execute function tell_public('stores');
