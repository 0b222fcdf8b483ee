-- Messages from the contact form. Anybody may send one; only super admins read them.
create table public.contact_submissions (
  id            uuid primary key default gen_random_uuid(),
  name          text not null check (name ~ '\S' and length(name) <= 200),
  business_name text not null check (business_name ~ '\S' and length(business_name) <= 200),
  email         text not null check (private.is_email(email)),
  phone         text not null check (phone ~ '\S' and length(phone) <= 50),
  service       text not null check (service in ('website', 'marketing', 'ai', 'design', 'other')),
  message       text check (length(message) <= 5000),
  created_at    timestamptz not null default now(),
  -- When the agency was told by mail, so that it is told once.
  notified_at   timestamptz
);
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);
create index contact_submissions_email_idx on public.contact_submissions (email, created_at desc);

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from anon, authenticated, service_role;
grant select, insert, update, delete on public.contact_submissions to service_role;
grant insert (name, business_name, email, phone, service, message) on public.contact_submissions to anon, authenticated;
grant select on public.contact_submissions to authenticated;

create policy "visitors send a message"
  on public.contact_submissions for insert to anon
  with check (true);

create policy "everybody who is signed in sends a message"
  on public.contact_submissions for insert to authenticated
  with check ((select private.my_id()) is not null);

create policy "super admins read the messages"
  on public.contact_submissions for select to authenticated
  using ((select private.is_super_admin()));

-- The same message again within ten minutes is a second click or a reload, not a second lead: it is accepted, and no
-- second row is made.
create function private.skip_repeated_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two clicks at the same moment take turns, so that the second sees the first one's row.
  perform pg_advisory_xact_lock(hashtextextended('private.skip_repeated_message', hashtext(new.email)));
  if exists (
    select from public.contact_submissions sent
    where sent.email = new.email
      and sent.created_at > now() - interval '10 minutes'
      and (sent.name, sent.business_name, sent.phone, sent.service, sent.message)
          is not distinct from (new.name, new.business_name, new.phone, new.service, new.message)
  ) then
    return null;
  end if;
  return new;
end
$$;

create trigger skip_repeated_message
  before insert on public.contact_submissions for each row execute function private.skip_repeated_message();
