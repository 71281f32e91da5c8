-- An order keeps the exchange days that it was bought with; a later change of the setting is for later orders.
alter table orders add column exchange_days smallint not null default 7;
