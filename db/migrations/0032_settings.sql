-- What says who the shop is. Each change is a row with all settings that differ from their defaults; the newest row holds.
create table settings_versions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  -- {name: value}
  values jsonb not null
);
create trigger settings_written after insert on settings_versions
  for each statement execute function tell_public('settings');
