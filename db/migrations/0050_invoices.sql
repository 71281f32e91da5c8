-- What an order's tax was worked out by, as it was bought. Null in orders from before: their rate follows from their amounts.
alter table orders add column prices_include_tax boolean not null default false;
alter table order_lines add column hsn text;
alter table order_lines add column tax_percent smallint;

-- The financial year of a moment, from April to March in India: 2026-27.
create function financial_year(at timestamptz) returns text language sql immutable
  return to_char((at at time zone 'Asia/Kolkata') - interval '3 months', 'YYYY') || '-' ||
    to_char((at at time zone 'Asia/Kolkata') + interval '9 months', 'YY');

-- The last number given in each series of documents and year. Its row is locked until the document's transaction ends, so
-- that a number is given again where that fails: the series have no gaps (CGST Rules, rule 46).
create table document_counters (
  series text not null check (series in ('invoice', 'credit_note')),
  year text not null,
  last integer not null,
  primary key (series, year)
);

create table invoices (
  order_id text primary key references orders (id),
  number text not null unique,
  year text not null,
  place integer not null check (place > 0),
  issued_at timestamptz not null,
  -- Seller, place of supply and lines as they were at the issue. Null: of an order from before, written when first read.
  document jsonb,
  unique (year, place)
);

create table credit_notes (
  refund_id text primary key,
  order_id text not null references invoices (order_id),
  number text not null unique,
  year text not null,
  place integer not null check (place > 0),
  issued_at timestamptz not null,
  document jsonb not null,
  unique (year, place)
);
create index credit_notes_of_order on credit_notes (order_id);

create function documents_stand() returns trigger language plpgsql as $$
begin
  raise exception 'numbered documents are never changed or deleted';
end $$;
create trigger invoices_stand before delete on invoices for each statement execute function documents_stand();
create trigger invoice_numbers_stand before update on invoices for each row
  when ((old.order_id, old.number, old.year, old.place, old.issued_at) is distinct from
    (new.order_id, new.number, new.year, new.place, new.issued_at) or old.document is not null)
  execute function documents_stand();
create trigger credit_notes_stand before update or delete on credit_notes
  for each statement execute function documents_stand();

-- Orders that were paid before there were invoices get theirs in the order of payment.
insert into invoices (order_id, number, year, place, issued_at)
select id, 'INV/' || substr(year, 3) || '/' || lpad(place::text, greatest(5, length(place::text)), '0'), year, place, paid_at
from (
  select id, paid_at, financial_year(paid_at) as year,
    row_number() over (partition by financial_year(paid_at) order by paid_at, id) as place
  from orders where state = 'paid' and not capture_unconfirmed) paid;
insert into document_counters (series, year, last) select 'invoice', year, max(place) from invoices group by year;
