-- A number that people can read out, beside the id that nobody can guess. Every order has one, paid or not.
create sequence order_numbers as integer start 10001;
alter table orders add column number integer;
update orders set number = numbered.number from (
  select id, 10000 + row_number() over (order by created_at, id) as number from orders) numbered
where numbered.id = orders.id;
select setval('order_numbers', (select coalesce(max(number), 10000) from orders) + 1, false);
alter table orders
  alter column number set default nextval('order_numbers'),
  alter column number set not null,
  add constraint orders_number_key unique (number);
