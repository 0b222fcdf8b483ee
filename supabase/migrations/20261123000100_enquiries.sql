-- What visitors ask by the contact form is handled where it is answered: by the staff of the agency that answers the
-- website, each message by one of them.
alter table public.contact_submissions
  add column state text not null default 'new'
    check (state in ('new', 'taken', 'answered', 'client', 'not now', 'spam')),
  -- Who deals with it. Set by the database, as are the times.
  add column taken_by uuid references public.user_profiles (id) on delete set null,
  add column taken_at timestamptz,
  add column answered_at timestamptz,
  -- Whom it became.
  add column client_id uuid references public.clients (id) on delete set null;
create index contact_submissions_taken_by_idx on public.contact_submissions (taken_by);
create index contact_submissions_client_id_idx on public.contact_submissions (client_id);
create index contact_submissions_waiting_idx on public.contact_submissions (created_at)
  where state in ('new', 'taken');

grant update (state, client_id), delete on public.contact_submissions to authenticated;

drop policy "super admins read the messages" on public.contact_submissions;

create policy "staff of the agency that answers the website read what it was asked"
  on public.contact_submissions for select to authenticated
  using ((select private.reads_enquiries()));

create policy "they handle it, and link clients whom they see"
  on public.contact_submissions for update to authenticated
  using ((select private.answers_enquiries()))
  with check (
    (select private.answers_enquiries())
    and (client_id is null or exists (select from public.clients where clients.id = contact_submissions.client_id))
  );

create policy "its admins delete what it was asked"
  on public.contact_submissions for delete to authenticated
  using ((select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

-- Who takes it, and when it was answered, is what happened and not what somebody writes.
create function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    if new.state = 'taken' or old.taken_by is null then
      new.taken_by := coalesce(private.my_id(), old.taken_by);
      new.taken_at := now();
    end if;
    if new.state in ('answered', 'client') then
      new.answered_at := coalesce(old.answered_at, now());
    elsif new.state = 'taken' then
      new.answered_at := null;
    end if;
  end if;
  return new;
end
$$;

create trigger handle_enquiry
  before update of state on public.contact_submissions for each row execute function private.handle_enquiry();

-- The client that an enquiry becomes, with the message as its first note, in one go: a new one of the agency that answers
-- the website, or `existing`. Asked twice it is the same client.
create function public.make_client_of_enquiry(enquiry uuid, existing uuid default null) returns uuid
language plpgsql set search_path = '' as $$
declare
  asked public.contact_submissions;
  made uuid := existing;
begin
  select * into asked from public.contact_submissions where id = enquiry for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This enquiry no longer exists, or you may not change it.';
  end if;
  if asked.client_id is not null then
    return asked.client_id;
  end if;
  if made is null then
    insert into public.clients (agency_id, name, company_name, email, phone, prospect_status)
    values (private.website_agency_id(), asked.name, asked.business_name, asked.email, asked.phone, 'prospect')
    returning id into made;
  end if;
  insert into public.client_notes (client_id, note_text, note_category)
  values (made, coalesce(nullif(btrim(asked.message), ''), 'Asked by the website, without a message.'), 'general');
  update public.contact_submissions set state = 'client', client_id = made where id = enquiry;
  return made;
end
$$;
revoke execute on function public.make_client_of_enquiry from public, anon;

alter publication supabase_realtime add table public.contact_submissions;

delete from public.role_permissions where position = 71;
update public.role_permissions set subject = 'Enquiries through the contact form' where position = 70;
insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, 'Enquiries, where their agency answers the website', '{contact_submissions}', actions, 'any'
from (values
  (71, '{agency_staff}'::text[], '{read, change}'::text[]),
  (71, '{agency_admin, admin}', '{read, change, delete}')
) as permission (position, roles, actions);
insert into public.role_permissions (role, position, subject, covers, actions, scope)
values ('super_admin', 71, 'Enquiries', '{contact_submissions}', '{read, change, delete}', 'any');
