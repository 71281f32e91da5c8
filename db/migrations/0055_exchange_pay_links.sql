-- What a replacement costs more, paid by a mailed link without a login.
create table exchange_pay_links (
  exchange_id text primary key references exchanges (id) on delete cascade,
  token_hash bytea not null unique,
  -- Asked for again, it lives longer.
  until timestamptz not null,
  created_at timestamptz not null default now()
);

-- The provider's orders for it: another replacement costs another sum, and the window that was open for the one before may still be paid.
create table exchange_provider_orders (
  provider_order_id text primary key,
  exchange_id text not null references exchanges (id) on delete cascade,
  amount_paise integer not null check (amount_paise >= 100),
  opened_at timestamptz not null default now(),
  -- When the provider is asked about it next; null: never again.
  next_check_at timestamptz,
  -- A payment of it came and went back, so the provider takes no other.
  spent_at timestamptz
);
create unique index one_open_exchange_order on exchange_provider_orders (exchange_id, amount_paise) where spent_at is null;
create index exchange_orders_to_check on exchange_provider_orders (next_check_at) where next_check_at is not null;

-- A payment of what a replacement costs more is no payment of its order.
alter table payments add column exchange_id text references exchanges (id);
create index payments_of_exchange on payments (exchange_id) where exchange_id is not null;
alter table exchanges
  drop constraint exchanges_difference_method_check,
  add constraint exchanges_difference_method_check check (difference_method in ('cash', 'upi', 'other', 'online')),
  -- The payment by which it was paid online. No reference, as in `orders`.
  add column difference_payment_id text,
  add constraint exchanges_difference_payment check ((difference_method = 'online') = (difference_payment_id is not null));

-- What a replacement costs more is charged by a debit note beside the order's invoice (CGST Act, section 34(3)), and credited if it goes back.
alter table document_counters
  drop constraint document_counters_series_check,
  add constraint document_counters_series_check check (series in ('invoice', 'credit_note', 'debit_note'));
create table debit_notes (
  exchange_id text primary key references exchanges (id),
  order_id text not null references invoices (order_id),
  number text not null unique,
  year text not null,
  position integer not null check (position > 0),
  issued_at timestamptz not null,
  document jsonb not null,
  unique (year, position)
);
create index debit_notes_of_order on debit_notes (order_id);
create trigger forbid_debit_note_changes before update or delete on debit_notes
  for each statement execute function forbid_changes('numbered documents are never changed or deleted');
-- The exchange whose debit note it takes back; null: it's against the invoice.
alter table credit_notes add column exchange_id text references debit_notes (exchange_id);
