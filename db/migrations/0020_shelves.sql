-- What lies on a shelf, for a count of it.
create index sku_places_by_place on sku_places (place, sku);
