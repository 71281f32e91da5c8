-- Reports: what was sold on each day in India that is over, added up, so that a year is read in milliseconds.

-- Of the orders paid on a day. Kind is what the key names: day (no key), product, size, color, place (the first three digits of
-- the PIN). Cancelled pieces are among the pieces.
create table sales_figures (
  kind text not null check (kind in ('day', 'product', 'size', 'color', 'place')),
  day date not null,
  key text not null,
  orders integer not null,
  pieces integer not null,
  cancelled integer not null,
  goods_paise bigint not null,
  -- Of whole orders: 0 where the key is a part of one.
  delivery_paise bigint not null default 0,
  tax_paise bigint not null default 0,
  total_paise bigint not null default 0,
  primary key (kind, day, key)
);

-- The days that are in sales_figures.
create table sales_days (day date primary key);

-- The days of orders that changed after they were paid: these are added up anew. Rows are only added here, so that no order
-- waits for a report.
create table sales_stale (
  id bigint generated always as identity primary key,
  day date not null
);

create function indian_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Asia/Kolkata')::date;

create function note_stale_order() returns trigger language plpgsql as $$
begin
  insert into sales_stale (day) values (indian_day(case when tg_op = 'INSERT' then new.paid_at else old.paid_at end));
  return null;
end $$;
-- An order that is paid when it's written comes from elsewhere.
create trigger sales_stale_by_new_order after insert on orders for each row when (new.paid_at is not null)
  execute function note_stale_order();
create trigger sales_stale_by_order after update of state, paid_at, address on orders for each row
  when (old.paid_at is not null and (old.state, old.paid_at, old.address ->> 'zipCode')
    is distinct from (new.state, new.paid_at, new.address ->> 'zipCode'))
  execute function note_stale_order();

create function note_stale_line() returns trigger language plpgsql as $$
begin
  insert into sales_stale (day) select indian_day(paid_at) from orders where id = new.order_id and paid_at is not null;
  return null;
end $$;
create trigger sales_stale_by_line after update of cancelled on order_lines for each row
  when (old.cancelled is distinct from new.cancelled) execute function note_stale_line();

-- The orders of a few days; those that are paid have theirs already.
create index orders_cancelled_paid_at on orders (paid_at) where state = 'cancelled';
create index refunds_by_time on refunds (created_at);
create index invoices_by_time on invoices (issued_at);
create index credit_notes_by_time on credit_notes (issued_at);

-- How many product pages were looked at on a day.
create table view_days (
  day date primary key,
  views bigint not null
);
