-- Keys of programs: what Zapier, n8n or a script brings instead of a person's password. A key reads, and where it may write also
-- adds, a few kinds of rows of one agency (for_programs.sql). It is nobody's account, so it outlives the person who made it.
create table public.program_keys (
  id           uuid primary key default gen_random_uuid(),
  agency_id    uuid not null references public.agencies (id) on delete cascade,
  name         text not null check (name ~ '\S' and length(name) <= 100),
  scope        text not null check (scope in ('read', 'write')),
  created_by   uuid references public.user_profiles (id) on delete set null,
  created_at   timestamptz not null default now(),
  -- The day of the latest use, in UTC.
  last_used_on date,
  revoked_at   timestamptz
);
create index program_keys_agency_id_idx on public.program_keys (agency_id, created_at);
create index program_keys_created_by_idx on public.program_keys (created_by);

alter table public.program_keys enable row level security;
revoke all on public.program_keys from anon, authenticated, service_role;
grant select, insert, update, delete on public.program_keys to service_role;
-- Keys are only created by make_program_key, which generates their secrets.
grant select, update (revoked_at) on public.program_keys to authenticated;

create policy "admins read their agency's keys, super admins all"
  on public.program_keys for select to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- The admins of an inactive agency end its keys too: a secret that got out should not wait.
create policy "admins revoke their agency's keys, super admins all"
  on public.program_keys for update to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- The hashes of the keys, in a schema that the API does not expose, and how often each was used since a moment.
create table private.program_key_secrets (
  key_id        uuid primary key references public.program_keys (id) on delete cascade,
  secret_hash   bytea not null unique check (length(secret_hash) = 32),
  counted_since timestamptz not null default now(),
  requests      integer not null default 0
);
revoke all on private.program_key_secrets from public, anon, authenticated, service_role;

-- A revoked key stays revoked.
create function private.keep_key_revoked() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'A key that was revoked cannot be used again. Add a new one.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke execute on function private.keep_key_revoked from public;

create trigger keep_revoked
  before update of revoked_at on public.program_keys for each row
  execute function private.keep_key_revoked();

create function private.audit_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    case tg_op when 'INSERT' then 'key_added' else 'key_revoked' end, new.agency_id, new.id, new.name,
    jsonb_build_object('after', new.scope)
  );
  return null;
end
$$;
revoke execute on function private.audit_key from public;

create trigger audit_added
  after insert on public.program_keys for each row execute function private.audit_key();
create trigger audit_revoked
  after update of revoked_at on public.program_keys for each row execute function private.audit_key();

-- Makes a key of an agency, and returns its secret once.
create function public.make_program_key(agency uuid, name text, scope text) returns table (id uuid, secret text)
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_super_admin() is not true
     and (agency = private.my_active_agency_id() and private.has_role('agency_admin', 'admin')) is not true then
    raise exception 'Only admins of this agency add keys.' using errcode = '42501';
  end if;
  perform from public.agencies where agencies.id = agency for no key update;
  if (select count(*) from public.program_keys where agency_id = agency and revoked_at is null) >= 20 then
    raise exception 'An agency can have 20 keys. Revoke one that is no longer used.' using errcode = '23514';
  end if;
  secret := 'ms_' || private.new_token();
  insert into public.program_keys as made (agency_id, name, scope, created_by)
  values (agency, btrim(make_program_key.name), make_program_key.scope, private.my_id())
  returning made.id into make_program_key.id;
  insert into private.program_key_secrets (key_id, secret_hash)
  values (make_program_key.id, sha256(convert_to(secret, 'UTF8')));
  return next;
end
$$;
revoke execute on function public.make_program_key from public, anon, service_role;
grant execute on function public.make_program_key to authenticated;
