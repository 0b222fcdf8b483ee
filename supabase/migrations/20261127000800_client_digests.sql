-- Clients who want it are told once a week of what is new to them.
alter table public.clients
  add column wants_digest boolean not null default false,
  add column digested_at timestamptz;
create index clients_wants_digest_idx on public.clients (digested_at) where wants_digest;
grant update (wants_digest) on public.clients to authenticated;

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

-- Whether there is a mail to send that no request sends: whoever has just written an enquiry, or an update, is about to have it
-- mailed.
create or replace function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from public.client_digests_to_send())
$$;
