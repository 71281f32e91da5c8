-- What a scheduled change of a product expects to find: {price, mrp} in rupees, or {state}. What somebody has changed since then stays.
-- Null for those of before this column, and for a file's: they apply to whatever they find.
alter table product_changes add column was jsonb;
