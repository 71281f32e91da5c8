-- Orders, their payment, parcels, invoices and exchanges. An order copies what it needs (names, prices, address): catalogue and
-- address book may change, what was bought may not.

-- A number that people can read out, beside the id that nobody can guess. Every order has one, paid or not.
create sequence order_numbers as integer start 10001;

create table orders (
  id text primary key,
  number integer not null default nextval('order_numbers') unique,
  customer_id text not null references customers (id),
  state text not null check (state in
    ('creating', 'awaiting_payment', 'paid', 'cancelled', 'expired', 'abandoned', 'refund_due', 'refunded')),
  -- Equal for the same customer's same goods to the same address at the same total: asked for twice, it is one order.
  fingerprint text not null,
  goods_paise integer not null check (goods_paise >= 0),
  delivery_paise integer not null check (delivery_paise >= 0),
  tax_paise integer not null check (tax_paise >= 0),
  total_paise integer not null,
  prices_include_tax boolean not null,
  address jsonb not null,
  payment_method text not null,
  provider_order_id text unique,
  created_at timestamptz not null default now(),
  -- Until when its stock is held.
  expires_at timestamptz not null,
  -- When the customer was last sent to the payment window; paying again opens another.
  opened_at timestamptz not null default now(),
  -- When the customer was reminded that the order is held but not paid.
  reminded_at timestamptz,
  -- When the provider is asked about it next; null: never again.
  next_check_at timestamptz,
  payment_id text,
  paid_at timestamptz,
  capture_unconfirmed boolean not null default false,
  -- A cancelled order keeps the status that it had reached.
  status text check (status in ('ordered', 'packaging', 'ontheway', 'delivered')),
  estimated_at timestamptz,
  packaging_at timestamptz,
  ontheway_at timestamptz,
  delivered_at timestamptz,
  -- As they were when it was bought; a later change of the setting is for later orders.
  exchange_days smallint not null,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('customer', 'staff', 'provider')),
  cancel_reason text,
  -- When its products were counted in bought_together.
  products_counted_at timestamptz,
  constraint orders_total check (total_paise = goods_paise + delivery_paise + tax_paise),
  constraint orders_status_if_placed check ((state in ('paid', 'cancelled')) = (status is not null)),
  constraint orders_payment_if_placed check (state not in ('paid', 'cancelled')
    or (payment_id is not null and paid_at is not null and estimated_at is not null)),
  constraint orders_provider_order_if_awaited check (state <> 'awaiting_payment' or provider_order_id is not null),
  constraint orders_delivered check ((status = 'delivered') = (delivered_at is not null)),
  constraint orders_cancelled check ((state = 'cancelled') = (cancelled_at is not null)
    and (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null))
);
create unique index one_open_order on orders (customer_id, fingerprint) where state in ('creating', 'awaiting_payment');
create index orders_of_customer on orders (customer_id, paid_at desc) where state in ('paid', 'cancelled');
create index open_orders_of_customer on orders (customer_id) where state in ('creating', 'awaiting_payment');
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
create index orders_to_remind on orders (created_at) where state = 'awaiting_payment' and reminded_at is null;
create index orders_to_count on orders (paid_at) where state = 'paid' and products_counted_at is null;
create index orders_by_time on orders (created_at desc, id);
create index orders_paid_at on orders (paid_at) where state = 'paid';
-- What staff looks at all day, however many orders are done.
create index orders_under_way on orders (paid_at) where state = 'paid' and status <> 'delivered';
-- The home page may have a row of what sold best.
create trigger sales_changed after update of state on orders
  for each row when (old.state is distinct from new.state and 'paid' in (old.state, new.state))
  execute function notify_public_changed('sales');

create table order_lines (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  -- No reference: a catalogue that is imported anew may lack a size that was sold.
  sku text not null,
  product_id text not null,
  name text not null,
  price_paise integer not null check (price_paise >= 0),
  color text not null,
  size text not null,
  quantity integer not null check (quantity >= 1),
  pictures jsonb not null default '[]',
  -- What its tax was calculated by.
  hsn text not null,
  tax_percent smallint not null,
  -- Pieces that aren't going to be sent, or came back; and how many of those are in the stock again.
  cancelled integer not null default 0,
  restocked integer not null default 0,
  unique (order_id, position),
  unique (order_id, sku),
  constraint order_lines_cancelled check (cancelled between 0 and quantity and restocked between 0 and cancelled)
);
create index order_lines_of_sku on order_lines (sku);

-- Who bought what, and in which size and when.
create view purchases as
  select distinct o.customer_id, l.product_id, l.size, o.paid_at
  from orders o join order_lines l on l.order_id = o.id
  where o.state = 'paid';

create table payments (
  id text primary key,
  order_id text not null references orders (id),
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  amount_paise integer not null,
  currency text not null,
  -- Who reported it first.
  source text not null check (source in ('browser', 'webhook', 'reconciler')),
  created_at timestamptz not null default now()
);
create index payments_of_order on payments (order_id);

-- Money on its way back. Id and round make the provider's idempotency key: a refund that the provider failed is asked for anew
-- in the next round.
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  order_id text not null references orders (id),
  amount_paise integer not null constraint refunds_amount_positive check (amount_paise > 0),
  reason text not null check (reason in ('late', 'second', 'mismatch', 'cancelled', 'lines', 'amount')),
  -- withdrawn: the provider has refunded the money otherwise. failed: the provider failed it for good.
  state text not null default 'due' check (state in ('due', 'pending', 'done', 'failed', 'withdrawn')),
  -- provider: made on the provider's own dashboard.
  source text not null default 'shop' check (source in ('shop', 'provider')),
  -- Why, in the words of whoever asked for it.
  note text,
  -- The pieces that it is for: [{sku, count}].
  lines jsonb not null default '[]',
  provider_refund_id text,
  round integer not null default 0,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index refunds_to_send on refunds (next_at) where state in ('due', 'pending');
create index refunds_of_order on refunds (order_id);
create index refunds_of_payment on refunds (payment_id);
-- A payment that can't pay for its order is refunded once.
create unique index one_return_of_payment on refunds (payment_id) where reason in ('late', 'second', 'mismatch');
create unique index refunds_at_provider on refunds (provider_refund_id) where provider_refund_id is not null;

-- What the customer's bank disputes; the provider decides, staff have to respond there.
create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  order_id text not null references orders (id),
  amount_paise integer not null,
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  phase text not null,
  reason text not null,
  respond_by timestamptz,
  created_at timestamptz not null default now()
);
create index disputes_of_order on disputes (order_id);

-- Verified events of the provider, stored before they are processed: the same one may come often, and in any order.
create table webhook_inbox (
  event_id text primary key,
  type text not null,
  raw text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- Why the event changed nothing.
  note text
);
create index webhooks_to_process on webhook_inbox (next_at) where processed_at is null;

-- A parcel of an order. Its content is counted by line, because the pieces of a line may leave in several parcels.
create table shipments (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  carrier text not null,
  tracking_number text not null,
  url text,
  shipped_at timestamptz not null default now(),
  -- What the carrier reported.
  out_for_delivery_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, carrier, tracking_number)
);
create index shipments_by_tracking on shipments (carrier, tracking_number);

create table shipment_lines (
  shipment_id text not null references shipments (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  quantity integer not null check (quantity >= 1),
  primary key (shipment_id, order_line_id)
);
create index shipment_lines_of_line on shipment_lines (order_line_id);

-- How many pieces of each line have left in parcels, and how many are still to leave: the one place that says what is left to
-- ship. Cancelled pieces are counted as those that hadn't left.
create view line_pieces as
  select l.id as order_line_id, l.order_id, s.shipped, greatest(l.quantity - l.cancelled - s.shipped, 0) as unshipped
  from order_lines l
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as shipped from shipment_lines where order_line_id = l.id) s;

-- The orders that somebody has to pack, and how many pieces of each: paid for sure, and not wholly gone. An order that was set
-- on its way without a parcel has left as a whole.
create view orders_to_pack as
  select o.id as order_id, sum(p.unshipped)::integer as pieces
  from orders o join line_pieces p on p.order_id = o.id
  where o.state = 'paid' and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or exists (select from shipments where order_id = o.id))
  group by o.id having sum(p.unshipped) > 0;

-- The financial year of a moment, from April to March in India: 2026-27.
create function financial_year(at timestamptz) returns text language sql immutable
  return to_char((at at time zone 'Asia/Kolkata') - interval '3 months', 'YYYY') || '-' ||
    to_char((at at time zone 'Asia/Kolkata') + interval '9 months', 'YY');

-- The last number given in each series of documents and year. Its row is locked until the document's transaction ends, so
-- that a number is given again if that fails: the series have no gaps (CGST Rules, rule 46).
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
  -- In the year's series.
  position integer not null check (position > 0),
  issued_at timestamptz not null,
  -- Seller, place of supply and lines as they were at the issue.
  document jsonb not null,
  unique (year, position)
);
create trigger forbid_invoice_changes before update or delete on invoices
  for each statement execute function forbid_changes('numbered documents are never changed or deleted');

create table credit_notes (
  refund_id text primary key,
  order_id text not null references invoices (order_id),
  number text not null unique,
  year text not null,
  position integer not null check (position > 0),
  issued_at timestamptz not null,
  document jsonb not null,
  unique (year, position)
);
create index credit_notes_of_order on credit_notes (order_id);
create trigger forbid_credit_note_changes before update or delete on credit_notes
  for each statement execute function forbid_changes('numbered documents are never changed or deleted');

-- One exchange for each product of an order, ever: asked for, or cancelled, it can't be asked for again (SPEC 4). Its request
-- holds the replacement, shipping takes it, receiving books in what came back.
create table exchanges (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  product_id text not null,
  reason text not null,
  problem text not null,
  color text,
  size text,
  status text not null default 'ordered' check (status in ('ordered', 'packaging', 'ontheway', 'delivered')),
  requested_at timestamptz not null default now(),
  arrival_at timestamptz not null,
  packaging_at timestamptz,
  ontheway_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  -- Why the shop refused it, in words for its customer.
  refusal text,
  -- Nothing could replace it, and its money goes back.
  refunded_at timestamptz,
  -- What happened to the stock of the replacement.
  hold text not null check (hold in ('held', 'taken', 'released')),
  -- The parcel that brings the replacement, and the one that fetches what goes back.
  carrier text,
  tracking_number text,
  url text,
  pickup_carrier text,
  pickup_number text,
  pickup_url text,
  received_at timestamptz,
  unique (order_id, product_id),
  constraint exchanges_cancelled_before_delivered check (cancelled_at is null or status <> 'delivered'),
  constraint exchanges_delivered check ((status = 'delivered') = (delivered_at is not null)),
  constraint exchanges_ended check (cancelled_at is not null or (refusal is null and refunded_at is null)),
  constraint exchanges_hold check (hold <> 'held' or (cancelled_at is null and status in ('ordered', 'packaging')))
);
create index exchanges_by_time on exchanges (requested_at desc, id);

-- Which pieces go back, what is sent instead, and what came back by inspection.
create table exchange_lines (
  exchange_id text not null references exchanges (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  quantity integer not null check (quantity >= 1),
  replacement_sku text not null,
  -- The SKU that came back: the old one, or the replacement if the exchange was cancelled on its way.
  returned_sku text,
  good integer not null default 0 check (good >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  -- Replacements that a later refund of their order booked into the stock; `order_lines.restocked` counts only the SKU that was bought.
  restocked integer not null default 0,
  primary key (exchange_id, order_line_id),
  constraint exchange_lines_received check (good + damaged <= quantity),
  constraint exchange_lines_returned check (good + damaged = 0 or returned_sku is not null),
  constraint exchange_lines_restocked check (restocked between 0 and quantity)
);
