-- The counter: how staff find orders, what they write beside them, the lists that they keep, and what can be taken back.

-- The words of a text, to be found by their beginnings: in small letters, each cut, so that every text can be indexed.
-- The cost keeps a search from computing it for rows, which takes a hundred times as long as reading the index.
create function search_words(content text) returns tsvector language sql immutable parallel safe cost 10000
  return (select array_to_tsvector(coalesce(array_agg(distinct left(word, 60)), '{}'))
    from regexp_split_to_table(lower(content), '[\s.,;:/()''’"#-]+') word where word <> '');

-- What an order is found by: the words of its recipient's name, and behind a # the last ten digits of the phone (t), the PIN (p)
-- and the last four digits of the number (n).
create function order_search(address jsonb, number integer) returns tsvector language sql immutable parallel safe cost 10000
  return search_words(coalesce(address ->> 'firstName', '') || ' ' || coalesce(address ->> 'lastName', '')) || array_to_tsvector(array[
    '#t' || right(regexp_replace(coalesce(address ->> 'phoneNumber', ''), '\D', '', 'g'), 10),
    '#p' || left(regexp_replace(coalesce(address ->> 'zipCode', ''), '\D', '', 'g'), 12),
    '#n' || right('000' || number::text, 4)]);

-- Only placed orders, so that creating one costs a shopper nothing. No pending list: a search doesn't have to read it.
create index orders_found_by on orders using gin (order_search(address, number)) with (fastupdate = off) where status is not null;
create index customers_found_by_name on customers using gin (search_words(name)) with (fastupdate = off) where email is not null;
create index shipments_by_number on shipments (tracking_number);
-- Few rows of many: each list reads its own.
create index orders_cancelled on orders (created_at desc, id) where state = 'cancelled';
create index orders_in_doubt on orders (created_at desc, id) where capture_unconfirmed;
create index disputes_undecided on disputes (order_id) where status in ('open', 'under_review');
create index refunds_failed on refunds (order_id) where state = 'failed';

-- As before, but without reading all parcels ever sent: whether an order has one is looked up by order.
create or replace view orders_to_pack as
  select o.id as order_id, sum(p.unshipped)::integer as pieces
  from orders o join line_pieces p on p.order_id = o.id
  where o.state = 'paid' and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or coalesce((select true from shipments where order_id = o.id limit 1), false))
  group by o.id having sum(p.unshipped) > 0;

-- What staff write to each other about an order. No shopper sees it.
create table order_notes (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  -- Null: written by the command line.
  staff_id text references staff (id),
  author text not null,
  text text not null,
  -- Grows with each change, so that nobody overwrites a change that they haven't seen.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz
);
create index order_notes_of_order on order_notes (order_id, created_at);
create index order_notes_found_by on order_notes using gin (search_words(text)) with (fastupdate = off);

-- Lists that somebody keeps: a name, and the filters of the list's address.
create table saved_views (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  -- Which list it is of.
  area text not null,
  name text not null,
  filters jsonb not null,
  -- True if everybody sees it.
  shared boolean not null,
  created_at timestamptz not null default now()
);
create index saved_views_of_area on saved_views (area, created_at);

-- Changes that can be taken back, once, by whoever made them. `data` is what that takes.
create table undos (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index undos_old on undos (created_at);
