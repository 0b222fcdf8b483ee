-- two-step keys of the vault

alter table private.vault_payloads drop constraint vault_payloads_field_check;

alter table private.vault_payloads add constraint vault_payloads_field_check CHECK ((field = ANY (ARRAY['password'::text, 'notes'::text, 'two_step_key'::text])));

-- The key of an authenticator app, if any, and the time of its last change, which tells readers of the list that there
-- is one.
alter table public.password_vault add column encrypted_two_step_key text check (length(encrypted_two_step_key) <= 20000);

revoke all on public.password_vault from anon, authenticated, service_role;

grant select, insert, update, delete on public.password_vault to service_role;

grant select, delete on public.password_vault to authenticated;

grant insert (user_id, agency_id, title, website_url, username, encrypted_password, encrypted_notes, tags, is_favorite,
              password_strength_score, client_id, encrypted_two_step_key),
      update (agency_id, title, website_url, username, encrypted_password, encrypted_notes, tags, is_favorite,
              password_strength_score, client_id, encrypted_two_step_key)
  on public.password_vault to authenticated;

alter table public.password_vault add column two_step_key_changed_at timestamptz;

alter table public.password_vault add constraint password_vault_two_step_key_check CHECK (((encrypted_two_step_key IS NULL) = (two_step_key_changed_at IS NULL)));

-- Sets the time of a changed two-step key, and removes it with the key. The same key encrypted again keeps its age, like a
-- password. A row that the service key puts back keeps the time that it had.
create function private.note_two_step_key_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.encrypted_two_step_key is null then
    new.two_step_key_changed_at := null;
  elsif tg_op = 'INSERT' then
    new.two_step_key_changed_at := coalesce(new.two_step_key_changed_at, clock_timestamp());
  elsif old.encrypted_two_step_key is null or coalesce(current_setting('vault.same_passwords', true), '') <> 'on' then
    new.two_step_key_changed_at := clock_timestamp();
  end if;
  return new;
end
$$;

revoke execute on function private.note_two_step_key_change from public;

create trigger note_two_step_key_added
  before insert on public.password_vault for each row
  execute function private.note_two_step_key_change();

create trigger note_two_step_key_changed
  before update of encrypted_two_step_key on public.password_vault for each row
  when (old.encrypted_two_step_key is distinct from new.encrypted_two_step_key)
  execute function private.note_two_step_key_change();

create trigger keep_two_step_key_in_place_added
  after insert on public.password_vault for each row
  when (new.encrypted_two_step_key is not null)
  execute function private.keep_payload_in_place('two_step_key');

create trigger keep_two_step_key_in_place_changed
  after update on public.password_vault for each row
  when (new.encrypted_two_step_key is not null
        and (old.id, old.encrypted_two_step_key) is distinct from (new.id, new.encrypted_two_step_key))
  execute function private.keep_payload_in_place('two_step_key');

-- Replaces all of the caller's vault entries by entries that their browser has encrypted with a new passphrase,
-- completely or not at all. The given list must contain every entry in the version that was read, except those that the
-- caller knowingly leaves out: an entry that was added or changed meanwhile would keep the old passphrase unnoticed.
-- Row policies apply as to any other change. Returns the number of stored entries.
create or replace function public.change_vault_passphrase(
  entries jsonb, left_out uuid[] default '{}', user_agent text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  stored integer;
begin
  -- Concurrent changes wait for each other: the second one finds newer versions and is refused.
  perform from public.password_vault where user_id = me order by id for update;
  if exists (
    select
    from (select id from public.password_vault where user_id = me) as own
    full join (
      select (entry ->> 'id')::uuid as id from jsonb_array_elements(entries) as entry
      union all
      select unnest(left_out)
    ) as given using (id)
    where own.id is null or given.id is null
  ) then
    raise exception 'Your entries are not the ones that were read.' using errcode = 'PT409';
  end if;

  -- The passwords and two-step keys themselves are unchanged, so their age stays.
  perform set_config('vault.same_passwords', 'on', true);
  update public.password_vault as entry
  set encrypted_password = fresh.encrypted_password, encrypted_notes = fresh.encrypted_notes,
      encrypted_two_step_key = fresh.encrypted_two_step_key
  from jsonb_to_recordset(entries)
    as fresh (
      id uuid, seen timestamptz, encrypted_password text, encrypted_notes text, encrypted_two_step_key text
    )
  where entry.id = fresh.id
    and entry.user_id = me
    and entry.updated_at = fresh.seen
    and (entry.encrypted_notes is null) = (fresh.encrypted_notes is null)
    and (entry.encrypted_two_step_key is null) = (fresh.encrypted_two_step_key is null);
  get diagnostics stored = row_count;
  perform set_config('vault.same_passwords', '', true);
  if stored <> jsonb_array_length(entries) then
    raise exception 'Your entries are not as they were read.' using errcode = 'PT409';
  end if;

  insert into public.vault_access_logs (vault_entry_id, action, user_agent)
  select (entry ->> 'id')::uuid, 'updated', change_vault_passphrase.user_agent
  from jsonb_array_elements(entries) as entry;
  return stored;
end
$$;

drop function public.leavers_list(uuid,uuid);

-- The entries that the caller may read. A copied or viewed password is listed while it is unchanged, and with `is_changed`
-- once it was changed after the person had left, and the two-step key too where there is one. `to_change` has what is
-- still as the person knew it: `password`, `two_step_key`.
create function public.leavers_list(person uuid, agency uuid)
returns table (
  id uuid, title text, website_url text, username text, owner text, is_theirs boolean,
  copied_at timestamptz, viewed_at timestamptz, password_changed_at timestamptz, is_changed boolean, to_change text[]
)
language plpgsql stable set search_path = '' as $$
declare
  left_at constant timestamptz := private.leaver_left_at(person, agency);
begin
  return query
  select
    entry.id, entry.title, entry.website_url, entry.username, user_profiles.display_name,
    entry.user_id is not distinct from person,
    used.copied_at, used.viewed_at, entry.password_changed_at,
    cardinality(left_over.parts) = 0, left_over.parts
  from public.password_vault as entry
  left join public.user_profiles on user_profiles.id = entry.user_id
  cross join lateral (
    select
      max(log.created_at) filter (where log.action = 'copied') as copied_at,
      max(log.created_at) filter (where log.action = 'viewed') as viewed_at
    from public.vault_access_logs as log
    where log.vault_entry_id = entry.id
      and log.user_id = person
      and (log.created_at > least(entry.password_changed_at, entry.two_step_key_changed_at)
           or greatest(entry.password_changed_at, entry.two_step_key_changed_at) > left_at)
  ) as used
  cross join lateral (
    select array_remove(array[
      case when left_at is null or entry.password_changed_at <= left_at then 'password' end,
      case
        when entry.two_step_key_changed_at is not null and (left_at is null or entry.two_step_key_changed_at <= left_at)
          then 'two_step_key'
      end
    ], null) as parts
  ) as left_over
  where entry.agency_id = agency
    and (left_at is null or entry.created_at <= left_at or coalesce(used.copied_at, used.viewed_at) is not null)
  order by lower(entry.title), entry.id;
end
$$;

revoke execute on function public.leavers_list from public, anon, service_role;

grant execute on function public.leavers_list to authenticated;
