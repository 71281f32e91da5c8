-- How a product fitted its reviewer, and in which size, as far as the shop knows.
alter table reviews add column fit text check (fit in ('small', 'true', 'large'));
alter table reviews add column size text;

-- Who bought what, and in which size and when.
create or replace view purchases as
  select distinct o.customer_id, l.product_id, l.size, o.paid_at
  from orders o join order_lines l on l.order_id = o.id
  where o.state = 'paid';
