-- One agency answers the website: the first one, until a super admin chooses another. Exactly one does while there are any.
alter table public.agencies add column answers_website boolean not null default false;
create unique index agencies_answers_website_idx on public.agencies (answers_website) where answers_website;
update public.agencies set answers_website = true
where id = (select id from public.agencies order by created_at, id limit 1);

grant insert (answers_website), update (answers_website) on public.agencies to authenticated;

create function private.website_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select agencies.id from public.agencies where agencies.answers_website);
end
$$;

-- Staff of the agency that answers the website read what it was asked; they work with it while the agency is active.
create function private.reads_enquiries() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_agency_id() = private.website_agency_id() or private.is_super_admin();
end
$$;

create function private.answers_enquiries() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_active_agency_id() = private.website_agency_id() or private.is_super_admin();
end
$$;

create or replace function private.verify_agency_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.is_super_admin() then
    raise exception 'Only a super admin changes an agency''s tier, whether it is active, or whether it answers the website.'
      using errcode = '42501';
  end if;
  return new;
end
$$;

drop trigger verify_edit on public.agencies;
create trigger verify_edit
  before update on public.agencies for each row
  when (
    (old.subscription_tier, old.is_active, old.answers_website)
      is distinct from (new.subscription_tier, new.is_active, new.answers_website)
  )
  execute function private.verify_agency_edit();

-- The first agency answers the website, and one that takes it over takes it from the one before. Nobody can only stop:
-- then nobody would answer.
create function private.hand_over_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.hand_over_website', 0));
  if tg_op = 'INSERT' then
    -- A look of its own, which sees the rows that the same statement has added.
    new.answers_website := new.answers_website or not exists (select from public.agencies where answers_website);
  end if;
  if new.answers_website then
    update public.agencies set answers_website = false where answers_website and id <> new.id;
  elsif pg_trigger_depth() = 1 and tg_op = 'UPDATE' then
    new.answers_website := true;
  end if;
  return new;
end
$$;

create trigger website_first
  before insert on public.agencies for each row execute function private.hand_over_website();
create trigger website_handed_over
  before update on public.agencies for each row
  when (old.answers_website is distinct from new.answers_website)
  execute function private.hand_over_website();

create function private.inherit_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.agencies set answers_website = true
  where id = (select id from public.agencies order by created_at, id limit 1);
  return null;
end
$$;

create trigger website_inherited
  after delete on public.agencies for each row
  when (old.answers_website)
  execute function private.inherit_website();
