-- Updates that are to be mailed to a client. Each mail has a link of its own.
create table public.client_mails (
  id            uuid primary key default gen_random_uuid(),
  update_id     uuid not null references public.project_updates (id) on delete cascade,
  recipient     text not null check (private.is_email(recipient)),
  requested_by  uuid references public.user_profiles (id) on delete set null,
  created_at    timestamptz not null default now(),
  -- When the queue of mails took it.
  mailed_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz
);
create index client_mails_update_id_idx on public.client_mails (update_id, created_at);
create index client_mails_requested_by_idx on public.client_mails (requested_by);
create index client_mails_waiting_idx on public.client_mails (created_at) where mailed_at is null;

alter table public.client_mails enable row level security;
revoke all on public.client_mails from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_mails to service_role;
grant select, insert (update_id, recipient, requested_by) on public.client_mails to authenticated;

-- The check runs after the policies, so that a caller who may not mail learns only that.
create trigger require_mailable
  after insert or update of recipient on public.client_mails for each row execute function private.require_mailable('recipient');
create trigger fill_in_requested_by
  before insert on public.client_mails for each row execute function private.fill_in_caller('requested_by');

create policy "whoever sees an update reads to whom it was mailed"
  on public.client_mails for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = client_mails.update_id));

create policy "whoever sees an update mails it, if the client sees it too"
  on public.client_mails for insert to authenticated
  with check (
    (select private.may_write())
    and requested_by = (select private.my_id())
    and exists (
      select from public.project_updates
      where project_updates.id = client_mails.update_id and project_updates.visibility = 'client'
    )
  );

-- Nobody's mailbox is filled from here, by a mistake or on purpose.
create function private.limit_client_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.client_mails where update_id = new.update_id) >= 20 then
    raise sqlstate 'PT429' using message = 'This update was mailed twenty times already.';
  end if;
  return new;
end
$$;
revoke execute on function private.limit_client_mails from public;

create trigger limit_mails
  before insert on public.client_mails for each row execute function private.limit_client_mails();

-- Mails that wait, of updates that the client still sees.
create function public.client_mails_to_send() returns table (mail uuid, created_at timestamptz)
language sql stable set search_path = '' as $$
  select client_mails.id, client_mails.created_at from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  where client_mails.mailed_at is null
    and project_updates.visibility = 'client'
    and (client_mails.mailing_until is null or client_mails.mailing_until < now())
$$;
revoke execute on function public.client_mails_to_send from public, anon, authenticated;
grant execute on function public.client_mails_to_send to service_role;

-- The token of a new link, for a mail to carry. One that was lost on its way has led nobody anywhere.
create function public.make_mailed_link(mail uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  join public.projects on projects.id = project_updates.project_id
  cross join lateral private.add_client_link(
    projects.client_id, left('Mail to ' || client_mails.recipient, 100), 30, client_mails.requested_by,
    client_mails.update_id) as made
  where client_mails.id = mail
$$;
revoke execute on function public.make_mailed_link from public, anon, authenticated;
grant execute on function public.make_mailed_link to service_role;

-- Clients who want a mail a week, and of whom something was shown since the last one.
create function public.client_digests_to_send() returns table (client uuid)
language sql stable set search_path = '' as $$
  select clients.id from public.clients
  where clients.wants_digest
    and (clients.digested_at is null or clients.digested_at < now() - interval '7 days')
    and exists (
      select from public.projects
      join public.project_updates on project_updates.project_id = projects.id
      where projects.client_id = clients.id
        and project_updates.shown_at > coalesce(clients.digested_at, now() - interval '7 days')
    )
$$;
revoke execute on function public.client_digests_to_send from public, anon, authenticated;
grant execute on function public.client_digests_to_send to service_role;

-- The token of a new link for such a mail.
create function public.make_digest_link(client uuid) returns text
language sql security definer set search_path = '' as $$
  select token from private.add_client_link(client, 'Weekly mail', 30, null)
$$;
revoke execute on function public.make_digest_link from public, anon, authenticated;
grant execute on function public.make_digest_link to service_role;

alter publication supabase_realtime add table public.client_mails;
