-- Files of the payment provider's settlements are taken over as carriers' are.
alter table remittances add column of text not null default 'cash' check (of in ('cash', 'payments'));

-- Payments (pay_…) and refunds (rfnd_…) that the provider has settled. A transfer (UTR) settles one once.
create table settled (
  entity_id text not null,
  utr text not null,
  remittance_id text not null references remittances (id),
  amount_paise integer not null check (amount_paise > 0),
  settled_on date not null,
  primary key (entity_id, utr)
);
create index settled_by_remittance on settled (remittance_id);
