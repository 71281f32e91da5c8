-- SKUs of a product may change places in one statement (an import that mends two mistaken colours), so a place taken
-- twice is looked for when the statement is done, not row by row.
alter table stock drop constraint stock_product_id_color_size_key;
alter table stock add constraint stock_product_id_color_size_key unique (product_id, color, size) deferrable;
