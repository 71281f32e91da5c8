-- Customers to forget as soon as their orders can no longer be exchanged. Forgetting deletes the row.
create table forget_requests (
  customer_id text primary key references customers (id) on delete cascade,
  requested_at timestamptz not null default now()
);
