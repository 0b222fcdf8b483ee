-- What the website says of the agency that answers it, beside what an agency has already: where it is, when somebody
-- chats, and its pages elsewhere.
create function private.are_social_links(links text[]) returns boolean
language sql immutable
return cardinality(links) <= 8
   and array_position(links, null) is null
   and cardinality(links) = (select count(distinct link) from unnest(links) as link)
   and (select coalesce(bool_and(length(link) <= 300 and private.is_web_address(link)), true) from unnest(links) as link);

alter table public.agencies
  add column postal_address text check (
    postal_address ~ '\S' and length(postal_address) <= 500 and array_length(string_to_array(postal_address, E'\n'), 1) <= 6
  ),
  add column live_chat_hours text not null default 'Monday-Friday, 9am-5pm EST'
    check (live_chat_hours ~ '\S' and length(live_chat_hours) <= 100),
  add column social_links text[] not null default '{}' check (private.are_social_links(social_links));

grant insert (postal_address, live_chat_hours, social_links), update (postal_address, live_chat_hours, social_links)
  on public.agencies to authenticated;

-- What everybody reads on the pages anyway, and nothing else of the agency: for whoever fills the pages.
create function public.website_facts()
returns table (
  name text, email text, phone text, postal_address text, live_chat_hours text, social_links text[], logo_url text
)
language sql stable security definer set search_path = ''
begin atomic
  select a.name, a.email, a.phone, a.postal_address, a.live_chat_hours, a.social_links, a.logo_url
  from public.agencies as a
  where a.answers_website;
end;
