-- What the owner says on the website beside facts: whom the agency works for, what clients say of it, what came of the work.
create function private.is_entry(entry jsonb, longest jsonb, required text[]) returns boolean
language sql immutable
return case
  when jsonb_typeof(entry) = 'object' then (
    select count(*) = (select count(*) from jsonb_object_keys(longest)) and bool_and(
      longest ? name
      and jsonb_typeof(value) = 'string'
      and length(value #>> '{}') <= (longest ->> name)::integer
      and (name <> all (required) or value #>> '{}' ~ '\S')
      and (name <> 'picture' or value #>> '{}' = '' or private.is_web_address(value #>> '{}'))
    )
    from jsonb_each(entry) as text (name, value)
  )
  else false
end;

-- Whether these are at most so many entries of texts: each has all of them, none is too long, those that are required say
-- something, and a picture is a web address.
create function private.are_entries(entries jsonb, most integer, longest jsonb, required text[]) returns boolean
language sql immutable
return case
  when jsonb_typeof(entries) = 'array' then
    jsonb_array_length(entries) <= most
    and (select coalesce(bool_and(private.is_entry(entry, longest, required)), true) from jsonb_array_elements(entries) as entry)
  else false
end;

create function private.are_fields_of_work(fields text[]) returns boolean
language sql immutable
return cardinality(fields) <= 24
   and array_position(fields, null) is null
   and cardinality(fields) = (select count(distinct field) from unnest(fields) as field)
   and (select coalesce(bool_and(field ~ '\S' and length(field) <= 200), true) from unnest(fields) as field);

alter table public.agencies
  -- Whom the agency works for, a trade each: "Bakeries: hours, bread and birthday cakes".
  add column fields_of_work text[] not null default '{}' check (private.are_fields_of_work(fields_of_work)),
  add column testimonials jsonb not null default '[]' check (
    private.are_entries(
      testimonials, 12, '{"words": 600, "author": 100, "role": 100, "picture": 2048}', '{words, author}'
    )
  ),
  -- What came of the work, in two numbers and a quote.
  add column cases jsonb not null default '[]' check (
    private.are_entries(
      cases, 12,
      '{"title": 120, "picture": 2048, "number": 20, "meaning": 80, "other_number": 20, "other_meaning": 80, "quote": 400, "author": 100}',
      '{title, number, meaning, other_number, other_meaning, quote}'
    )
  );

grant insert (fields_of_work, testimonials, cases), update (fields_of_work, testimonials, cases)
  on public.agencies to authenticated;

drop function public.website_facts();
-- What everybody reads on the pages anyway, and nothing else of the agency: for whoever fills the pages.
create function public.website_facts()
returns table (
  name text, email text, phone text, postal_address text, live_chat_hours text, social_links text[], logo_url text,
  fields_of_work text[], testimonials jsonb, cases jsonb
)
language sql stable security definer set search_path = ''
begin atomic
  select a.name, a.email, a.phone, a.postal_address, a.live_chat_hours, a.social_links, a.logo_url,
         a.fields_of_work, a.testimonials, a.cases
  from public.agencies as a
  where a.answers_website;
end;
