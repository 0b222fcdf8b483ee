-- Enquiries are mailed to nobody at an address that cannot exist.
create or replace function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null
       -- Nobody's (RFC 2606): those of people who are there for a trial.
       and users.email not like '%.invalid'),
    '{}'
  )
$$;
