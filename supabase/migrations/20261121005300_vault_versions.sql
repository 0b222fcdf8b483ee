-- Lets whoever edits an entry notice that they saved it in another window meanwhile, as with clients and projects.
alter table public.password_vault add column updated_at timestamptz not null default now();

create trigger touch_updated_at
  before update on public.password_vault for each row execute function private.touch_updated_at();
