-- An order that staff enter for somebody: what they asked for. Its order holds the stock, and is replaced if the draft changes before
-- it's paid.
create table draft_orders (
  id text primary key,
  -- SHA-256 of the token in the link to pay.
  token_hash bytea not null unique,
  -- [{sku, quantity, price (paise), reason}]; a price by hand has a reason.
  lines jsonb not null,
  -- {name, email, phone}
  customer jsonb not null,
  -- Null until it's known.
  address jsonb,
  -- Handed over where it's paid: no delivery.
  pickup boolean not null,
  note text not null,
  source text not null check (source in ('phone', 'whatsapp', 'stall', 'other')),
  codes jsonb not null default '[]',
  hold_until timestamptz not null,
  order_id text not null unique references orders (id),
  -- How it was paid, if not by the link: {method, reference}.
  paid jsonb,
  deleted_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index draft_orders_newest on draft_orders (created_at desc, id desc);
create index draft_orders_lapsing on draft_orders (hold_until) where deleted_at is null;

alter table orders
  add column draft_id text,
  -- Handed over as soon as it's paid.
  add column pickup boolean not null default false;
create index orders_of_draft on orders (draft_id) where draft_id is not null;

-- Taken by hand: cash, or a UPI transfer outside the provider.
alter table payments drop constraint payments_source_check,
  add constraint payments_source_check check (source in ('browser', 'webhook', 'reconciler', 'staff'));
