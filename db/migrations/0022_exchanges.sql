-- One exchange for each product of an order, ever: asked for, or cancelled, it is not asked for again (SPEC 4).
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
  unique (order_id, product_id),
  check (cancelled_at is null or status <> 'delivered'),
  check ((status = 'delivered') = (delivered_at is not null))
);

create index exchanges_by_time on exchanges (requested_at desc, id);
