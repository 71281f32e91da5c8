-- Offers: what they give, their codes, and what was used of them.
create table offers (
  id text primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('percent', 'amount', 'price', 'delivery', 'buy')),
  -- Paise for `amount` and `price`, hundredths of a per cent for `percent` and `buy`, 0 for `delivery`.
  value integer not null check (value >= 0),
  buy_quantity smallint check (buy_quantity > 0),
  buy_free smallint check (buy_free >= 0),
  goal text not null check (goal in ('order', 'products')),
  -- The listing's lists that name the products; null for all.
  products jsonb,
  codes text not null check (codes in ('none', 'one', 'batch')),
  minimum_goods_paise integer check (minimum_goods_paise > 0),
  minimum_pieces integer check (minimum_pieces > 0),
  -- Days in India, both included.
  from_day date,
  to_day date,
  limit_total integer check (limit_total > 0),
  limit_per_customer integer check (limit_per_customer > 0),
  limit_budget_paise bigint check (limit_budget_paise > 0),
  who text not null check (who in ('everyone', 'first_order', 'emails')),
  -- In small letters.
  emails text[] not null default '{}',
  online_only boolean not null default false,
  combines text[] not null default '{}' check (combines <@ '{order,products,delivery}'),
  -- One that runs when its last day is over has ended without a change of this.
  state text not null check (state in ('draft', 'running', 'stopped', 'ended')),
  -- Uses that stand, and what they took off: one update decides a limit, and whoever comes second waits for it.
  used integer not null default 0 check (used >= 0),
  spent_paise bigint not null default 0 check (spent_paise >= 0),
  -- The older of two counts first.
  created_at timestamptz not null default clock_timestamp(),
  check ((kind in ('price', 'buy')) = (buy_quantity is not null))
);
create index running_offers on offers (created_at, id) where state = 'running';
create index offers_by_time on offers (created_at desc, id);

create table offer_codes (
  -- Without spaces, in capitals: as codes are compared.
  code text primary key,
  offer_id text not null references offers (id) on delete cascade,
  -- As the owner wrote it.
  written text not null,
  -- 1 for a code of a batch, null for one without a limit of its own.
  max_uses integer check (max_uses > 0),
  -- Those made together.
  batch text,
  used integer not null default 0 check (used >= 0),
  created_at timestamptz not null default clock_timestamp(),
  check (max_uses is null or used <= max_uses)
);
create index codes_of_offer on offer_codes (offer_id, created_at, code);
create index codes_of_batch on offer_codes (batch) where batch is not null;

-- Who used an offer, with which order. The keys of its customer say how often each has; they go with the person.
create table offer_uses (
  id bigint generated always as identity primary key,
  offer_id text not null references offers (id) on delete cascade,
  -- As codes are compared; null if the offer came by itself. The code may be gone.
  code text,
  order_id text not null references orders (id),
  customer_id text references customers (id),
  phone text,
  address_key text,
  amount_paise integer not null check (amount_paise > 0),
  taken_at timestamptz not null default now(),
  -- When the order lapsed, or was cancelled before it was shipped.
  given_back_at timestamptz,
  unique (offer_id, order_id)
);
create index uses_of_order on offer_uses (order_id);
create index uses_of_code on offer_uses (code) where code is not null and given_back_at is null;
create index uses_by_customer on offer_uses (offer_id, customer_id) where given_back_at is null;
create index uses_by_phone on offer_uses (offer_id, phone) where given_back_at is null;
create index uses_by_address on offer_uses (offer_id, address_key) where given_back_at is null;
create index uses_of_person on offer_uses (customer_id);
