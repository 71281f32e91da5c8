-- The people of the shop who sign in at /admin: who they are, how they prove it, and where they are signed in.
create table staff (
  id text primary key,
  email text not null unique,
  name text not null default '',
  role text not null check (role in ('owner', 'manager', 'packer')),
  invited_at timestamptz not null default now(),
  -- The first sign-in with a second factor.
  joined_at timestamptz,
  ended_at timestamptz,
  -- RFC 6238. One that is being set up becomes the person's own with its first right code.
  totp_secret bytea,
  totp_pending bytea,
  -- The last time step whose code was taken: each counts once.
  totp_step bigint not null default 0,
  -- How many half sign-ins in a row ended with five wrong second factors, and until when the next ones wait.
  failed_rounds integer not null default 0,
  wait_until timestamptz
);

-- Links that let a person in as far as the second factor, once.
create table staff_invitations (
  token_hash bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index staff_invitations_of_staff on staff_invitations (staff_id);

-- Codes sent by mail.
create table staff_codes (
  id bigint generated always as identity primary key,
  staff_id text not null references staff (id) on delete cascade,
  salt bytea not null,
  digest bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index staff_codes_of_staff on staff_codes (staff_id, id);

-- Each of ten codes stands in for the second factor once.
create table staff_spare_codes (
  staff_id text not null references staff (id) on delete cascade,
  digest bytea not null,
  primary key (staff_id, digest)
);

create table staff_passkeys (
  -- The credential's id (WebAuthn level 3), base64url.
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  device text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id);

-- Challenges of passkeys that weren't answered yet.
create table staff_challenges (
  challenge text primary key,
  -- Whose passkey is being set up; null for a sign-in.
  staff_id text references staff (id) on delete cascade,
  expires_at timestamptz not null
);

create table staff_sessions (
  id text primary key,
  token_hash bytea not null unique,
  staff_id text not null references staff (id) on delete cascade,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The last second factor; null until the first one.
  factor_at timestamptz,
  wrong_factors integer not null default 0
);
create index staff_sessions_of_staff on staff_sessions (staff_id);

-- The member of staff behind a line, to search by person, action and day.
alter table audit_log add column actor_id text;
create index audit_log_of_actor on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_of_action on audit_log (action, id);
create index audit_log_by_time on audit_log (at);
