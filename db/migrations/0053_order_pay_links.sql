-- The link by which an order in cash can be paid online, at most one for each order.
create table order_pay_links (
  order_id text primary key references orders (id),
  token_hash bytea not null unique,
  until timestamptz not null,
  -- What the order costs once it's paid by the link, in paise: {total, tax, credit, discount, discounts, lines: [{id, discount, taxPercent}]}.
  price jsonb not null,
  due_paise integer not null check (due_paise >= 100),
  created_at timestamptz not null default now()
);
