-- What is planned may be several settings, which change as one.
alter table planned_settings add column changes jsonb;
update planned_settings set changes = jsonb_build_object(name, value);
alter table planned_settings alter column changes set not null, drop column name, drop column value, drop column created_at;
