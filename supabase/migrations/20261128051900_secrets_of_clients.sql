-- secrets of clients

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  ('{agency_staff, agency_admin, admin, super_admin}'::text[], 64, 'Passwords that clients are asked for',
   '{client_secrets}'::text[], '{read, add, delete}'::text[], 'own agency')
) as permission (roles, position, subject, covers, actions, scope);

alter table private.vault_payloads drop constraint vault_payloads_field_check;

alter table private.vault_payloads add constraint vault_payloads_field_check CHECK ((field = ANY (ARRAY['password'::text, 'notes'::text, 'two_step_key'::text, 'private_key'::text])));

-- Passwords that clients are asked for and hand over sealed. Each row has a key pair of its own, made in the browser of the person
-- who asks: the public half goes to the client's page, the private half is a payload of the vault. What the client types is
-- sealed in their browser, so neither half nor the sealed text tells the database anything. docs/vault-security.md says what
-- that stops.
create table public.client_secrets (
  -- The browser chooses it, because the private half names the row that it belongs to.
  id           uuid primary key default gen_random_uuid(),
  -- The agency is that of the client.
  agency_id    uuid not null,
  client_id    uuid not null,
  -- What is asked for: 'Shop admin password'.
  label        text not null check (label ~ '\S' and length(label) <= 80),
  asked_by     uuid references public.user_profiles (id) on delete set null,
  -- A point of P-256, uncompressed: 65 bytes that begin with 04.
  public_key   text check (public_key ~ '^B[A-Za-z0-9+/]{85}[AEIMQUYcgkosw048]=$'),
  encrypted_private_key text check (length(encrypted_private_key) <= 2000),
  sealed       text,
  created_at   timestamptz not null default now(),
  -- Until then the client may send it, and once it is sent the agency may open it.
  expires_at   timestamptz not null default now() + interval '14 days',
  sent_at      timestamptz,
  opened_at    timestamptz,
  constraint client_secrets_key_pair check ((public_key is null) = (encrypted_private_key is null)),
  -- What was opened has left nothing that could be opened again.
  constraint client_secrets_opened_once check (opened_at is null or sent_at is not null and public_key is null),
  constraint client_secrets_sealed_form check (
    sealed is null or sent_at is not null and public_key is not null and length(sealed) <= 40000
    and sealed ~ ('^\{"v":1,"key":"B[A-Za-z0-9+/]{85}[AEIMQUYcgkosw048]=","nonce":"[A-Za-z0-9+/]{16}",'
                  '"ciphertext":"([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"\}$')
  ),
  constraint client_secrets_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);

alter table public.client_secrets enable row level security;

revoke all on public.client_secrets from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_secrets to service_role;

grant select, delete, insert (id, client_id, label, public_key, encrypted_private_key) on public.client_secrets to authenticated;

create index client_secrets_client_id_idx on public.client_secrets (client_id, created_at desc);

create index client_secrets_agency_id_idx on public.client_secrets (agency_id, created_at desc);

create index client_secrets_asked_by_idx on public.client_secrets (asked_by);

create index client_secrets_expires_at_idx on public.client_secrets (expires_at);

-- Super admins too reach only their own agency, as with the entries of the vault.
create policy "staff read what their agency's clients are asked for"
  on public.client_secrets for select to authenticated
  using (agency_id = (select private.my_agency_id()));

create policy "staff ask their agency's clients"
  on public.client_secrets for insert to authenticated
  with check ((select private.may_write()) and private.is_my_client(client_id) and public_key is not null);

create policy "staff withdraw what their agency's clients are asked for"
  on public.client_secrets for delete to authenticated
  using ((select private.may_write()) and agency_id = (select private.my_agency_id()));

create function private.fill_in_agency_of_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.agency_id := (select agency_id from public.clients where id = new.client_id);
  return new;
end
$$;

revoke execute on function private.fill_in_agency_of_secret from public;

create trigger fill_in_agency
  before insert on public.client_secrets for each row execute function private.fill_in_agency_of_secret();

create trigger fill_in_asked_by
  before insert on public.client_secrets for each row execute function private.fill_in_caller('asked_by');

-- The private half is accepted in this row only, as the passwords of entries are in theirs (vault_payloads.sql).
create trigger keep_private_key_in_place
  after insert on public.client_secrets for each row
  when (new.encrypted_private_key is not null)
  execute function private.keep_payload_in_place('private_key');

-- Withdraws what a client was asked for when the client is deleted or moves to another agency: the people who asked could no
-- longer open it, and nothing sealed is kept among the recently deleted rows.
create function private.withdraw_secrets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.client_secrets where old.id in (client_id, agency_id);
  return case tg_op when 'DELETE' then old else new end;
end
$$;

revoke execute on function private.withdraw_secrets from public;

-- Its name comes before that of keep_deleted, which keeps what belongs to the client.
create trigger a_withdraw_secrets
  before delete on public.clients for each row execute function private.withdraw_secrets();

create trigger a_withdraw_secrets_moved
  before update of agency_id on public.clients for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.withdraw_secrets();

create trigger a_withdraw_secrets
  before delete on public.agencies for each row execute function private.withdraw_secrets();

alter table public.notices add column secret_id uuid references public.client_secrets (id) on delete cascade;

alter table public.notices drop constraint notices_about_one_thing;

alter table public.notices add constraint notices_about_one_thing CHECK ((num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id, update_id, request_id, secret_id) = 1));

create index notices_secret_id_idx on public.notices (secret_id) where secret_id is not null;

-- Tells the person who asked for it of what a client handed over; if they left, those who are told of what the client asks for.
-- Once it is opened or has expired, the unread notices are removed.
create function private.tell_of_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.sealed is null then
    delete from public.notices where secret_id = new.id and read_at is null;
  else
    insert into public.notices (user_id, secret_id)
    select new.asked_by, new.id where private.is_staff_of(new.asked_by, new.agency_id)
    union
    select person, new.id from private.told_of_requests(new.client_id) as person
    where not coalesce(private.is_staff_of(new.asked_by, new.agency_id), false);
  end if;
  return null;
end
$$;

revoke execute on function private.tell_of_secret from public;

create trigger tell_of_secret
  after update of sealed on public.client_secrets for each row
  when (old.sealed is distinct from new.sealed)
  execute function private.tell_of_secret();

-- Returns a page of the link: `page` 1 has the newest fifty updates. Null if there is no such page. With `counts` the
-- view is counted as an opening.
create or replace function public.open_client_page(token_hash text, page integer default 1, counts boolean default true)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  at_a_time constant integer := 50;
begin
  if link.id is null then
    return null;
  end if;
  if counts then
    perform private.count_opening(link.id);
  end if;
  return (
    with shown as (
      select
        project_updates.*, projects.name as project_name,
        row_number() over (order by project_updates.created_at desc, project_updates.id) as place
      from public.project_updates
      join public.projects on projects.id = project_updates.project_id
      where projects.client_id = link.client_id and project_updates.visibility = 'client'
    )
    select private.head_of_page(link) || jsonb_build_object(
      'person', private.person_of_link(link),
      'may_ask', link.may_ask,
      'asked', private.requests_on_page(token_hash, link),
      'wanted', private.secrets_on_page(token_hash, link),
      -- The plan of the month, where the agency shows it: what it is called, what it was before in this month, and how much
      -- counted.
      'plan', (
        select jsonb_build_object('plans', this_month.plans, 'counted', this_month.counted)
        from public.plan_months(clients.id) as this_month
        where agencies.show_clients_their_plan and clients.plan is not null and cardinality(this_month.plans) > 0
        order by this_month.month desc limit 1
      ),
      'projects', coalesce((
        select jsonb_agg(jsonb_build_object('name', projects.name, 'status', projects.status)
                         order by projects.created_at desc, projects.id)
        from public.projects where projects.client_id = clients.id
      ), '[]'),
      'milestones', coalesce((
        select jsonb_agg(jsonb_build_object('title', milestones.title, 'at', milestones.created_at)
                         order by milestones.created_at)
        from (
          select * from shown where is_milestone or update_type = 'milestone' order by created_at desc limit 12
        ) as milestones
      ), '[]'),
      'count', (select count(*) from shown),
      'page', page,
      'pages', greatest(1, (select ceil(count(*)::numeric / at_a_time) from shown))::integer,
      'updates', coalesce((
        select jsonb_agg(jsonb_build_object(
          'ref', private.name_within_link(token_hash, shown.id),
          'project', shown.project_name,
          'title', shown.title,
          'content', shown.content,
          'type', shown.update_type,
          'is_milestone', shown.is_milestone,
          'at', shown.created_at,
          'edited_at', shown.edited_at,
          'answer_by', shown.answer_by,
          'files', coalesce((
            select jsonb_agg(jsonb_build_object(
              'ref', private.name_within_link(token_hash, attachments.id),
              'name', attachments.file_name, 'type', attachments.file_type, 'size', attachments.file_size
            ) order by attachments.created_at, attachments.id)
            from public.client_update_attachments as attachments where attachments.update_id = shown.id
          ), '[]'),
          'answer', (
            select jsonb_build_object(
              'answer', update_answers.answer, 'comment', update_answers.comment, 'name', update_answers.name,
              'at', update_answers.created_at)
            from public.update_answers where update_answers.update_id = shown.id
          )
        ) order by shown.place)
        from shown where shown.place > (page - 1) * at_a_time and shown.place <= page * at_a_time
      ), '[]')
    )
    from public.clients
    join public.agencies on agencies.id = clients.agency_id
    where clients.id = link.client_id
  );
end
$$;

-- How a client hands over what they are asked for, and how the agency takes it into its vault. As with the functions of
-- client_page.sql, only the server calls those for the client's page, with the hash of a token.
-- What the client of a link is asked for: 'asked' with the public half, 'sent', or 'expired'. It stays there for thirty days.
create function private.secrets_on_page(token_hash text, link public.client_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'ref', private.name_within_link(token_hash, secret.id),
    'label', secret.label,
    'state', case
      when secret.opened_at is not null or secret.sent_at is not null and secret.expires_at > now() then 'sent'
      when secret.expires_at > now() then 'asked'
      else 'expired'
    end,
    'at', coalesce(secret.sent_at, secret.expires_at),
    'public_key', case when secret.sent_at is null and secret.expires_at > now() then secret.public_key end
  ) order by secret.created_at, secret.id), '[]')
  from public.client_secrets as secret where secret.client_id = link.client_id
$$;

revoke execute on function private.secrets_on_page from public;

-- Stores what a client has sealed. Returns 'stored', or the reason for a refusal: 'sent' if it was sent before, 'expired', or
-- 'damaged' for what is not a sealed text. Null if the link is not valid, or its client is not asked for this.
create function public.hand_over_secret(token_hash text, secret text, sealed text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.client_links := private.valid_client_link(token_hash);
  wanted public.client_secrets;
begin
  -- The lock makes a second click wait, and then find that it was sent.
  select * into wanted from public.client_secrets as asked
  where asked.client_id = link.client_id and private.name_within_link(token_hash, asked.id) = secret
  for update;
  if not found then
    return null;
  elsif wanted.sent_at is not null then
    return 'sent';
  elsif wanted.expires_at <= now() then
    return 'expired';
  end if;
  update public.client_secrets as asked
  set sealed = coalesce(hand_over_secret.sealed, ''), sent_at = now(), expires_at = now() + interval '14 days'
  where asked.id = wanted.id;
  return 'stored';
exception when check_violation then
  return 'damaged';
end
$$;

revoke execute on function public.hand_over_secret from public, anon, authenticated;

grant execute on function public.hand_over_secret to service_role;

-- Erases the sealed text and the key pair of what the caller takes into the vault.
create function private.take_secret(secret uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.client_secrets set sealed = null, public_key = null, encrypted_private_key = null, opened_at = now()
  where id = secret and agency_id = private.my_agency_id() and private.may_write()
    and sealed is not null and expires_at > now();
  if not found then
    raise exception 'This was opened by a colleague, withdrawn, or has expired.' using errcode = 'PT409';
  end if;
end
$$;

revoke execute on function private.take_secret from public;

grant execute on function private.take_secret to authenticated;

-- Stores what a client handed over as an entry of the caller's vault, and erases the sealed text, both or neither. `entry` has
-- the columns of a new entry; row policies and grants apply as to any other.
create function public.store_handed_over(secret uuid, entry jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(entry) as key);
begin
  perform private.take_secret(secret);
  execute format(
    'insert into public.password_vault (%1$s) select %1$s from jsonb_populate_record(null::public.password_vault, $1)', columns
  ) using entry;
end
$$;

revoke execute on function public.store_handed_over from public, anon, service_role;

grant execute on function public.store_handed_over to authenticated;

-- Erases the sealed texts and key pairs of what has expired, and forgets it after another thirty days.
create function public.erase_expired_secrets() returns void
language sql security definer set search_path = '' as $$
  update public.client_secrets set sealed = null, public_key = null, encrypted_private_key = null
  where expires_at <= now() and public_key is not null;
  delete from public.client_secrets where coalesce(opened_at, expires_at) < now() - interval '30 days'
$$;

revoke execute on function public.erase_expired_secrets from public, anon, authenticated;

grant execute on function public.erase_expired_secrets to service_role;

create function private.has_expired_secrets() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.client_secrets
    where expires_at <= now() and public_key is not null or coalesce(opened_at, expires_at) < now() - interval '30 days'
  )
$$;

revoke execute on function private.has_expired_secrets from public;

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'clients_merged'::text, 'merge_undone'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'secret_asked'::text, 'secret_sent'::text, 'secret_opened'::text, 'secret_withdrawn'::text, 'exported'::text, 'erased'::text])));

-- Records what clients are asked for, hand over, and what becomes of it.
create function private.audit_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  secret constant public.client_secrets := case tg_op when 'DELETE' then old else new end;
  client constant text := (select name from public.clients where id = secret.client_id);
begin
  -- What is deleted with its client, and what expired, has no line of its own.
  if client is null or private.is_bringing_back() or tg_op = 'DELETE' and private.my_id() is null then
    return null;
  end if;
  perform private.audit(
    case
      when tg_op = 'INSERT' then 'secret_asked'
      when tg_op = 'DELETE' then 'secret_withdrawn'
      when new.opened_at is not null then 'secret_opened'
      else 'secret_sent'
    end,
    secret.agency_id, secret.client_id, client, jsonb_build_object('title', secret.label),
    case when tg_op = 'UPDATE' and new.opened_at is null then 'somebody' end
  );
  return null;
end
$$;

revoke execute on function private.audit_secret from public;

create trigger audit_asked
  after insert on public.client_secrets for each row execute function private.audit_secret();

create trigger audit_changed
  after update of sent_at, opened_at on public.client_secrets for each row
  when ((old.sent_at, old.opened_at) is distinct from (new.sent_at, new.opened_at))
  execute function private.audit_secret();

create trigger audit_withdrawn
  after delete on public.client_secrets for each row execute function private.audit_secret();

create or replace function public.has_deletions_to_settle() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.misplaced_files()) or exists (select from public.expired_deletions())
    or private.has_expired_secrets()
$$;

-- The columns that refer to a client. Rows for which the condition `stays_if` holds are not moved, and are deleted and restored
-- with the merged client; in it `child` is the row and $3 the kept client. scripts/schema/client-merges.test.ts fails for a
-- reference to clients that is not listed here.
create or replace function private.places_of_clients() returns table (place regclass, named name, stays_if text)
language sql stable set search_path = '' as $$
  values
    ('public.projects'::regclass, 'client_id'::name, 'false'),
    ('public.client_people', 'client_id', 'false'),
    ('public.client_notes', 'client_id', 'false'),
    ('public.client_requests', 'client_id', 'false'),
    ('public.client_secrets', 'client_id', 'false'),
    -- A month that the kept client has too stays with the merged one.
    ('public.client_months', 'client_id',
     'exists (select from public.client_months as other where other.client_id = $3 and other.month = child.month)'),
    ('public.client_links', 'client_id', 'false'),
    ('public.client_earlier_plans', 'client_id', 'false'),
    ('public.contact_submissions', 'client_id', 'false'),
    ('public.password_vault', 'client_id', 'false'),
    -- What was deleted of the merged client is restored to the kept one.
    ('public.recently_deleted', 'client_id', 'child.subject_id = $2'),
    -- An import that is undone deletes the client that it added, and not the kept one.
    ('private.imported_rows', 'client_id', 'true')
$$;

alter publication supabase_realtime add table public.client_secrets;
