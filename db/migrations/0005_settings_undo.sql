-- The version that an undo returned to, or 0 for the defaults, so that the next undo goes back from there. Null: not an undo.
alter table settings_versions add column undone_to bigint;
