-- Ceremonies under way.
create table auth.webauthn_challenges (
  id             uuid not null default gen_random_uuid() primary key,
  user_id        uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data   jsonb not null,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_challenges enable row level security;
revoke all on table auth.webauthn_challenges from public, anon, authenticated, service_role;
grant all on table auth.webauthn_challenges to supabase_auth_admin;
