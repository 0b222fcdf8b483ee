-- Lets whoever edits an agency notice that somebody else saved it meanwhile, as with clients and projects.
alter table public.agencies add column updated_at timestamptz not null default now();

create trigger touch_updated_at
  before update on public.agencies for each row execute function private.touch_updated_at();
