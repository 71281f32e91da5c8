-- The shop's face: changes of the home page and of settings that somebody is still working on, and those planned for later.

-- What somebody is changing and only sees themselves, by what it's about: home-page, settings.
create table staff_drafts (
  staff_id text not null references staff (id) on delete cascade,
  subject text not null,
  data jsonb not null,
  -- The version that it began from, or null.
  version text,
  updated_at timestamptz not null default now(),
  primary key (staff_id, subject)
);

-- A setting's value from a moment on.
create table planned_settings (
  id text primary key,
  name text not null,
  value jsonb not null,
  due_at timestamptz not null,
  -- Who planned it, and makes the change then.
  actor jsonb not null,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- Why it wasn't possible when it was due.
  problem text
);
create index planned_settings_due on planned_settings (due_at) where done_at is null;
