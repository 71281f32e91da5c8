create table reviews (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  customer_id text not null references customers (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  comment text not null check (length(comment) between 1 and 2000),
  -- Only who bought the product here is marked (CONTRACT): by the review's insert, or by a later payment.
  verified_buyer boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, customer_id)
);
create index reviews_newest on reviews (product_id, created_at desc, id);

-- Tells which products' summaries are stale, or all of them where they are too many to name.
create function reviews_written() returns trigger language plpgsql as $$
declare
  names text[];
begin
  if tg_op = 'DELETE' then
    select array_agg('reviews:' || id) into names from (select distinct product_id as id from old_rows limit 41) as d;
  else
    select array_agg('reviews:' || id) into names from (select distinct product_id as id from new_rows limit 41) as d;
  end if;
  if names is null then return null; end if;
  perform pg_notify('public_changed', case when cardinality(names) > 40 then 'reviews' else array_to_string(names, ' ') end);
  return null;
end $$;

create trigger reviews_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function reviews_written();
create trigger reviews_updated after update on reviews referencing new table as new_rows
  for each statement execute function reviews_written();
create trigger reviews_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function reviews_written();
