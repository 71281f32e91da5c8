-- A product may have exchange days of its own, and a line keeps those it was bought with. Null: the order's. 0: it can't be exchanged.
alter table order_lines add column exchange_days smallint check (exchange_days between 0 and 60);
