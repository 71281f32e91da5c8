-- Since when somebody has their authenticator, and when it was last used.
alter table staff add column totp_since timestamptz, add column totp_used_at timestamptz;
update staff set totp_since = coalesce(joined_at, invited_at) where totp_secret is not null;

-- Only a session that an invitation opened adds the first second factor.
alter table staff_sessions add column may_enrol boolean not null default false;

-- A mail's sign-in link leads to the second factor, and an invitation's sets one up.
alter table staff_invitations add column purpose text not null default 'join' check (purpose in ('join', 'sign-in'));

-- Stored responses are encrypted with their key, whose digest stands in its place.
alter table idempotency_keys add column sealed bytea, add column is_sensitive boolean not null default false;
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');

-- Keys of programs whose maker isn't an owner any more don't come back with them.
update api_keys k set ended_at = now() from staff p
where p.id = k.staff_id and k.ended_at is null and (p.ended_at is not null or p.joined_at is null or p.role <> 'owner');
