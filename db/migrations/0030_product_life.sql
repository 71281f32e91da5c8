-- What shoppers see of a product: published; hidden, in no list and 404; archived, in no list and 410. Orders show all.
alter table products add column state text not null default 'published' check (state in ('published', 'hidden', 'archived'));

-- The maximum retail price printed on the product; where it is above the price, it is shown struck through.
alter table products add column mrp_paise integer check (mrp_paise >= price_paise);

-- Changes of a product that wait for their time. An applied row is deleted; the audit log has what it changed.
create table product_changes (
  id bigint generated always as identity primary key,
  product_id text not null references products (id) on delete cascade,
  due_at timestamptz not null,
  -- {state} or {price, mrp} in rupees, as staff wrote them.
  change jsonb not null,
  actor jsonb not null,
  created_at timestamptz not null default now()
);
create index product_changes_due on product_changes (due_at);

-- Who changed what: one row for each change that staff or the shop itself made, never updated or deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- 'staff', 'customer' or 'system', and who that is.
  actor_kind text not null,
  actor text not null,
  action text not null,
  -- Type and id of what was changed, such as product:linen-shirt.
  subject text not null,
  before jsonb,
  after jsonb
);
create index audit_log_of_subject on audit_log (subject, id);

create function audit_log_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_stands before update or delete or truncate on audit_log
  for each statement execute function audit_log_stands();
