-- Saved views of lists: search, filters and sorting as the query of the list's address, under a name. Each belongs to
-- one person, on all their devices.
create table public.saved_views (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references public.user_profiles (id) on delete cascade,
  list       text not null check (list in ('clients', 'enquiries', 'projects', 'users')),
  name       text not null check (name ~ '\S' and length(name) <= 40),
  query      text not null check (query !~ '[\s#]' and length(query) <= 2000),
  created_at timestamptz not null default now()
);
-- Names that differ only in capitals would be confused.
create unique index saved_views_name_key on public.saved_views (user_id, list, lower(name));

alter table public.saved_views enable row level security;
revoke all on public.saved_views from anon, authenticated, service_role;
grant select, insert, update, delete on public.saved_views to service_role;
grant select, delete on public.saved_views to authenticated;
-- The id and time may be inserted, so that undoing a deletion restores the view in its former place.
grant insert (id, user_id, list, name, query, created_at), update (name, query) on public.saved_views to authenticated;

create policy "people read their own views"
  on public.saved_views for select to authenticated
  using (user_id = (select private.my_id()) and (select private.is_staff()));

create policy "people save views of their own"
  on public.saved_views for insert to authenticated
  with check (user_id = (select private.my_id()) and (select private.is_staff()));

create policy "people change their own views"
  on public.saved_views for update to authenticated
  using (user_id = (select private.my_id()) and (select private.is_staff()));

create policy "people delete their own views"
  on public.saved_views for delete to authenticated
  using (user_id = (select private.my_id()) and (select private.is_staff()));

-- Limits the saved views of a list to twenty, because more would need a list of their own. The function counts as the
-- caller, so it reveals nothing about others.
create function private.limit_saved_views() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Two browsers of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_saved_views', hashtext(new.user_id::text)));
  if (select count(*) from public.saved_views as saved where saved.user_id = new.user_id and saved.list = new.list) >= 20 then
    raise exception 'A list has at most 20 saved views. Delete one first.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke execute on function private.limit_saved_views from public;

-- Triggers run in the order of their names: the user is filled in before the views are counted.
create trigger fill_in_user
  before insert on public.saved_views for each row execute function private.fill_in_caller('user_id');
create trigger limit_saved_views
  before insert on public.saved_views for each row execute function private.limit_saved_views();
