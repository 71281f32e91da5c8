-- Orders, their payment, and what the provider tells. An order copies what it needs (names, prices, address): the range
-- and the address book may change, what was bought may not.

create table orders (
  id text primary key,
  customer_id text not null references customers (id),
  state text not null check (state in
    ('creating', 'awaiting_payment', 'paid', 'expired', 'abandoned', 'refund_due', 'refunded')),
  -- The same customer's same goods to the same address at the same total: asked for twice, it is one order.
  fingerprint text not null,
  goods_paise integer not null check (goods_paise >= 0),
  delivery_paise integer not null check (delivery_paise >= 0),
  tax_paise integer not null check (tax_paise >= 0),
  total_paise integer not null check (total_paise = goods_paise + delivery_paise + tax_paise),
  address jsonb not null,
  payment_method text not null,
  provider_order_id text unique,
  created_at timestamptz not null default now(),
  -- Until when its stock is held.
  expires_at timestamptz not null,
  -- When the provider is asked about it next; null: never again.
  next_check_at timestamptz,
  payment_id text,
  paid_at timestamptz,
  capture_unconfirmed boolean not null default false,
  status text check (status in ('ordered', 'packaging', 'ontheway', 'delivered')),
  estimated_at timestamptz,
  packaging_at timestamptz,
  ontheway_at timestamptz,
  delivered_at timestamptz,
  check ((state = 'paid') = (status is not null)),
  check (state <> 'paid' or (payment_id is not null and paid_at is not null and estimated_at is not null)),
  check (state <> 'awaiting_payment' or provider_order_id is not null),
  check ((status = 'delivered') = (delivered_at is not null))
);

create unique index one_open_order on orders (customer_id, fingerprint) where state in ('creating', 'awaiting_payment');
create index orders_of_customer on orders (customer_id, paid_at desc) where state = 'paid';
create index open_orders_of_customer on orders (customer_id) where state in ('creating', 'awaiting_payment');
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
create index orders_by_time on orders (created_at desc, id);

create table order_lines (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  -- No reference: a range that is imported anew may drop a size that was sold.
  sku text not null,
  product_id text not null,
  name text not null,
  price_paise integer not null check (price_paise >= 0),
  color text not null,
  size text not null,
  quantity integer not null check (quantity >= 1),
  pictures jsonb not null default '[]',
  unique (order_id, position),
  unique (order_id, sku)
);

create index order_lines_of_sku on order_lines (sku);

create table payments (
  id text primary key,
  order_id text not null references orders (id),
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  amount_paise integer not null,
  currency text not null,
  source text not null check (source in ('browser', 'webhook', 'reconciler')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index payments_of_order on payments (order_id);

-- Money on its way back: late, paid twice, or not the order's amount. Id and round make the provider's idempotency key:
-- a refund that the provider failed is asked for anew in the next round.
create table refunds (
  id text primary key,
  payment_id text not null unique references payments (id),
  order_id text not null references orders (id),
  amount_paise integer not null,
  reason text not null check (reason in ('late', 'second', 'mismatch')),
  state text not null default 'due' check (state in ('due', 'pending', 'done')),
  provider_refund_id text,
  round integer not null default 0,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz
);

create index refunds_to_send on refunds (next_at) where state <> 'done';
create index refunds_of_order on refunds (order_id);

-- Genuine events of the provider, kept before they are acted on: the same one may come often, and in any order.
create table webhook_inbox (
  event_id text primary key,
  type text not null,
  raw text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  note text
);

create index webhooks_to_process on webhook_inbox (next_at) where processed_at is null;

-- Who bought what: only a buyer's review is marked as verified.
create view purchases as
  select distinct o.customer_id, l.product_id
  from orders o join order_lines l on l.order_id = o.id
  where o.state = 'paid';
