-- Cards show a product's rating, so a review changes its product as well.
create trigger review_rating_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function stock_changed();
create trigger review_rating_updated after update on reviews referencing new table as new_rows
  for each statement execute function stock_changed();
create trigger review_rating_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function stock_changed();
