-- What the search box of User Management looks through: the name, and the id, of which people know the first digits.
alter table public.user_profiles add column search_text text generated always as
  (lower(coalesce(display_name, '') || chr(10) || id::text)) stored;
