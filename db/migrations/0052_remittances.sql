-- What carriers paid of the cash that they collected, file by file.
create table remittances (
  id text primary key,
  -- [{awb, amount (paise), utr, date}] as read from the file, in its order.
  rows jsonb not null,
  -- What it did: {matched, short, double, unknown}. Null until it's taken over.
  outcome jsonb,
  created_by text not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  constraint remittances_outcome_if_applied check ((outcome is null) = (applied_at is null))
);
create index remittances_newest on remittances (created_at desc, id desc);

-- The cash of a parcel that is in. A transfer (UTR) pays a parcel once.
create table remitted (
  shipment_id text not null references shipments (id),
  utr text not null,
  remittance_id text not null references remittances (id),
  amount_paise integer not null check (amount_paise > 0),
  paid_on date not null,
  primary key (shipment_id, utr)
);
create index remitted_by_remittance on remitted (remittance_id);
create index shipments_with_cash on shipments (order_id) where collect_paise > 0;
