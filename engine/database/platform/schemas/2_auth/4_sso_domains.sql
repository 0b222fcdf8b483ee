-- Domains of e-mail addresses, with the organisation that each belongs to.
create table auth.sso_domains (
  id              uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain          text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at      timestamptz,
  updated_at      timestamptz
);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
