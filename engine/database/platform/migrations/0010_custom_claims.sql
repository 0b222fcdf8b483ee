-- Which claims of a custom provider are copied as they are, as hosted Supabase has it since 2026.
alter table auth.custom_oauth_providers add column custom_claims_allowlist text[] not null default '{}';
