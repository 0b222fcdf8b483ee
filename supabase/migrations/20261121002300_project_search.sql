-- What the search box of the projects looks through: the name, the description and the client's name in lower case.
-- Under row policies Postgres uses no trigram index (ilike could leak what it compares), and one like over this column
-- spares it the join with the clients. The triggers below keep it; nobody may write it.
alter table public.projects add column search_text text not null default '';

create function private.project_search_text(name text, description text, client_name text) returns text
language sql immutable set search_path = '' as $$
  select lower(name || chr(10) || coalesce(description, '') || chr(10) || coalesce(client_name, ''))
$$;

-- As the owner, who sees every client: whether the caller may name this one is for the policy to say.
create function private.write_project_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.project_search_text(
    new.name, new.description, (select clients.name from public.clients where clients.id = new.client_id));
  return new;
end
$$;

create trigger write_search_text
  before insert or update of name, description, client_id on public.projects
  for each row execute function private.write_project_search_text();

-- A client's new name is found in its projects. To an editor of one of them nothing changed: see the next trigger.
create function private.rename_client_in_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects
  set search_text = private.project_search_text(projects.name, projects.description, new.name)
  where projects.client_id = new.id;
  return null;
end
$$;

create trigger rename_in_projects
  after update of name on public.clients for each row
  when (old.name is distinct from new.name)
  execute function private.rename_client_in_projects();

-- It fires before search_text is written, so that one that differs already can only come from a renamed client.
drop trigger touch_updated_at on public.projects;
create trigger touch_updated_at
  before update on public.projects for each row
  when (old.search_text = new.search_text)
  execute function private.touch_updated_at();

-- The projects there are already. None of them was edited, which the trigger now knows.
update public.projects
set search_text = private.project_search_text(projects.name, projects.description, clients.name)
from public.clients
where clients.id = projects.client_id;
