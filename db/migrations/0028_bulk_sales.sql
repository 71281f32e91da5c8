-- The line of the log of the change of many products that scheduled this: they show and end as one.
alter table product_changes add column bulk bigint;
update product_changes c set bulk = (a.after ->> 'bulk')::bigint from audit_log a
where a.action = 'product.bulk' and (a.after ->> 'scheduled')::bigint = c.id;
create index product_changes_of_bulk on product_changes (bulk) where bulk is not null;

-- What was shown of each product: whoever changed it since isn't overwritten.
delete from product_selections;
alter table product_selections drop column product_ids, add column products jsonb not null;
