-- The stock of each product is added up from this index alone, which a report does for 600,000 SKUs. A change of stock writes no
-- row in place since stock_by_available, so it costs one entry more.
create index stock_of_product on stock (product_id) include (on_hand, reserved);
