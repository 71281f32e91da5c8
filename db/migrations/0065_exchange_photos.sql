-- What a shopper photographed for an exchange: only they and staff see it. Without an exchange it was uploaded for one that
-- isn't requested yet, and goes after a day. The file of a photo has its id.
create table exchange_photos (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  exchange_id text references exchanges (id) on delete cascade,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);
create index exchange_photos_of_exchange on exchange_photos (exchange_id);
create index exchange_photos_of_customer on exchange_photos (customer_id);
create index exchange_photos_waiting on exchange_photos (created_at) where exchange_id is null;

-- What the request itself costs, with tax. It's part of difference_paise.
alter table exchanges add column fee_paise integer not null default 0 check (fee_paise >= 0);
