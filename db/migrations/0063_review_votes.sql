-- Who found whose review helpful, once each.
create table review_votes (
  review_id text not null references reviews (id) on delete cascade,
  customer_id text not null references customers (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, customer_id)
);
create index review_votes_of_customer on review_votes (customer_id);
