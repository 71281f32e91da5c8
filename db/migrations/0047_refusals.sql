-- Orders in cash that were refused at the door. Phone number and place are those of the order, which forgets them with its customer.
create table refusals (
  order_id text primary key references orders (id) on delete cascade,
  at timestamptz not null default now(),
  -- Counts no more.
  forgiven_at timestamptz
);
