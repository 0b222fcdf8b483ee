-- Named sources that send enquiries to an address of their own, /functions/v1/enquiry-in/{secret}: a landing page, a lead
-- form of an advertisement. Admins of the agency that answers the website manage them; a revoked one stays, because its
-- enquiries name it.
create table public.enquiry_sources (
  id               uuid primary key default gen_random_uuid(),
  name             text not null check (name ~ '\S' and length(name) <= 100),
  created_by       uuid references public.user_profiles (id) on delete set null,
  created_at       timestamptz not null default now(),
  revoked_at       timestamptz,
  -- The last enquiry, the last test, and the last refusal with its reason.
  last_received_at timestamptz,
  last_test_at     timestamptz,
  last_refused_at  timestamptz,
  last_refusal     text check (length(last_refusal) <= 500)
);
create index enquiry_sources_created_by_idx on public.enquiry_sources (created_by);

alter table public.enquiry_sources enable row level security;
revoke all on public.enquiry_sources from anon, authenticated, service_role;
grant select, insert, update, delete on public.enquiry_sources to service_role;
-- Sources are only created by make_enquiry_source, which generates their secrets.
grant select, update (revoked_at) on public.enquiry_sources to authenticated;

-- The hashes of the secret in a source's address, and of the key that Google sends with each lead.
create table private.enquiry_source_secrets (
  source_id       uuid primary key references public.enquiry_sources (id) on delete cascade,
  secret_hash     bytea not null unique check (length(secret_hash) = 32),
  google_key_hash bytea not null check (length(google_key_hash) = 32)
);
revoke all on private.enquiry_source_secrets from public, anon, authenticated, service_role;

-- What a source has sent with an id of its own, by the hash of that id, so that it is one enquiry however often it arrives, and
-- stays so when that enquiry is deleted.
create table private.enquiry_receipts (
  source_id   uuid not null references public.enquiry_sources (id) on delete cascade,
  key_hash    bytea not null check (length(key_hash) = 32),
  received_at timestamptz not null default now(),
  primary key (source_id, key_hash)
);
revoke all on private.enquiry_receipts from public, anon, authenticated, service_role;

create policy "admins of the agency that answers the website read the sources"
  on public.enquiry_sources for select to authenticated
  using ((select private.reads_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

create policy "they revoke them"
  on public.enquiry_sources for update to authenticated
  using ((select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

-- A revoked source stays revoked.
create function private.keep_source_revoked() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'A source that was revoked cannot be used again. Add a new one.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke execute on function private.keep_source_revoked from public;

create trigger keep_revoked
  before update of revoked_at on public.enquiry_sources for each row
  execute function private.keep_source_revoked();

create function private.audit_source() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    case tg_op when 'INSERT' then 'source_added' else 'source_revoked' end, private.website_agency_id(), new.id, new.name);
  return null;
end
$$;
revoke execute on function private.audit_source from public;

create trigger audit_added
  after insert on public.enquiry_sources for each row execute function private.audit_source();
create trigger audit_revoked
  after update of revoked_at on public.enquiry_sources for each row execute function private.audit_source();

-- Creates a source, and returns the secret of its address and its key for Google once.
create function public.make_enquiry_source(name text) returns table (id uuid, secret text, google_key text)
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.answers_enquiries() and private.has_role('agency_admin', 'admin', 'super_admin')) then
    raise exception 'Only admins of the agency that answers the website add sources.' using errcode = '42501';
  end if;
  secret := private.new_token();
  google_key := private.new_token();
  insert into public.enquiry_sources as made (name, created_by)
  values (btrim(make_enquiry_source.name), private.my_id())
  returning made.id into make_enquiry_source.id;
  insert into private.enquiry_source_secrets (source_id, secret_hash, google_key_hash)
  values (
    make_enquiry_source.id, sha256(convert_to(secret, 'UTF8')), sha256(convert_to(google_key, 'UTF8'))
  );
  return next;
end
$$;
revoke execute on function public.make_enquiry_source from public, anon, service_role;
grant execute on function public.make_enquiry_source to authenticated;
