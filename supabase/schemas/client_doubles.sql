-- Finds the clients of an agency that a new one may double: those with the same email address, phone number or website,
-- their own or that of one of their people. The three keys below are indexed, so that the search costs the same for ten clients and for 100,000.

-- The digits of the first phone number in a text, by the rule of phone_digits.
create function private.phone_digits_in_words(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  with
  plain as (
    select regexp_replace(
      regexp_replace(
        regexp_replace(private.same_letters(left(typed, 200)), '\mtel[a-z]*\.? ?[/&+] ?(tele)?fax', '', 'g'),
        '\m(24|7) ?[hj]?/ ?(24|7)j?\M|\m24 ?h(rs?|ours?)?\M|(tele)?fax[^0-9+]*[0-9 ()./-]+|\(0\)', ' ', 'g'
      ),
      -- A slash after an area code: "089/123456".
      '^(\D*\d{2,6}) ?/ ?(?=\d)', '\1 '
    ) as text
  ),
  -- Letters instead of digits, as in "1-800-FLOWERS".
  spelled as (
    select case
      when text ~ '^[+( ]*(1[-. (]*)?\d{3}[-. )]*[a-z]'
      then left(regexp_replace(translate(text, 'abcdefghijklmnopqrstuvwxyz', '22233344455566677778889999'), '[^0-9+]', '', 'g'),
                case when text ~ '^[+(]*1' then 11 + strpos(text, '+') else 10 end)
      else text
    end as text
    from plain
  ),
  numbers as (
    select btrim(found[1], ' ([') as number, regexp_replace(found[1], '\D', '', 'g') as digits, place
    from spelled, regexp_matches(text, '(\+?[ (\[]*\+?[ (\[]*\d(?:[ ().\]\[-]*\d)*)', 'g') with ordinality as run (found, place)
  )
  select regexp_replace(
    case
      when number like '+%' then '+' || digits
      -- International prefixes: of most countries, of North America.
      when digits ~ '^00[1-9]\d{6}' then '+' || substr(digits, 3)
      when digits ~ '^011[1-9]\d{9}' then '+' || substr(digits, 4)
      else digits
    end,
    -- The 0 that is dialed only within a country: "+49 089 123456".
    '^(\+(?!39|378|379|225|241|242)(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]'
    '|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[078]|9[679])\d))0', '\1'
  )
  from numbers where length(digits) between 5 and 15 order by place limit 1
$$;
revoke execute on function private.phone_digits_in_words from public;
grant execute on function private.phone_digits_in_words to authenticated, service_role;

-- The digits of the first phone number in a text that is not a fax number, after a + if the text gives the country. Null
-- without a number. callLink in web/lib/call-link.ts, which dials, reads the same texts and knows more of them. Most texts
-- are a number alone, for which a tenth of the time is enough.
create function private.phone_digits(typed text) returns text
language sql immutable strict parallel safe
return case
  when typed ~ '^\+?[0-9 ().-]{5,25}$' and typed !~ '^\D*0[01]|\(0\)|^\+\d{1,3}[ ().-]*0'
    and length(translate(typed, '+ ().-', '')) between 5 and 15
  then translate(typed, ' ().-', '')
  else private.phone_digits_in_words(typed)
end;
revoke execute on function private.phone_digits from public;
grant execute on function private.phone_digits to authenticated, service_role;

-- Whether two results of phone_digits are one number, if one of them may lack the country: 020 7946 0958 is
-- +44 20 7946 0958.
create function private.same_phone(one text, other text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when (one like '+%') = (other like '+%') then
      ltrim(one, '0') = ltrim(other, '0')
      or length(one) <> length(other) and least(length(one), length(other)) = 10 and '1' || right(one, 10) in (one, other)
        and right(one, 10) = right(other, 10)
    else (
      select right(international, length(national)) = national
        and length(national) >= 7 and length(international) - length(national) <= 4
      from (
        select case when one like '+%' then one else other end,
               ltrim(case when one like '+%' then other else one end, '0')
      ) as known (international, national)
    )
  end
$$;
revoke execute on function private.same_phone from public;

-- The host of a web address without www, in lower case. Where many businesses have their page on one host, the path
-- belongs to it: facebook.com/harborbakery.
create function private.website_key(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when own = any ('{facebook.com, fb.com, fb.me, instagram.com, linkedin.com, twitter.com, x.com, tiktok.com, youtube.com,
                      pinterest.com, yelp.com, linktr.ee, etsy.com, tripadvisor.com, nextdoor.com, booking.com, airbnb.com,
                      google.com, sites.google.com, maps.google.com, business.google.com, goo.gl, maps.app.goo.gl, g.page,
                      wa.me, t.me}'::text[])
    -- Facebook names pages without a name of their own by a number: profile.php?id=123.
    then own || rtrim(substring(bare from '^[^/?#]*([^?#]*)'), '/') || coalesce(substring(bare from '[?&](id=\d+)'), '')
    else host
  end
  from (select regexp_replace(lower(btrim(address)), '^(https?://)?(www\.)?', '') as bare) as typed
  cross join lateral (select rtrim(substring(bare from '^[^/?#:]*'), '.') as host) as hosts
  cross join lateral (select regexp_replace(host, '^(m|mobile|web|[a-z]{2}|[a-z]{2}-[a-z]{2})\.', '') as own) as shared
$$;
revoke execute on function private.website_key from public;
grant execute on function private.website_key to authenticated, service_role;

create index clients_email_idx on public.clients (agency_id, lower(email));
create index clients_phone_idx on public.clients (agency_id, right(private.phone_digits(phone), 7)) where phone is not null;
create index clients_website_idx on public.clients (agency_id, private.website_key(website_url))
  where website_url is not null;
create index client_people_email_idx on public.client_people (lower(email)) where email is not null;
create index client_people_phone_idx on public.client_people (right(private.phone_digits(phone), 7)) where phone is not null;

-- The clients of an agency that have this email address, phone number or website, the likeliest first, and what is the
-- same. The function bypasses row policies, under which Postgres would use none of the indexes, and asks itself whether
-- the caller may read the agency's clients.
create function public.client_doubles(
  agency uuid, email text default null, phone text default null, website_url text default null
) returns table (id uuid, name text, same text[])
language sql stable security definer
set search_path = '' set enable_seqscan = off as $$
  with doubles as (
    select clients.id, 'email' as same, 1 as place
    from public.clients
    where clients.agency_id = agency and lower(clients.email) = lower(btrim(client_doubles.email))
    union all
    select clients.id, 'phone', 2
    from public.clients
    where clients.agency_id = agency and clients.phone is not null
      and right(private.phone_digits(clients.phone), 7) = right(private.phone_digits(client_doubles.phone), 7)
      and private.same_phone(private.phone_digits(clients.phone), private.phone_digits(client_doubles.phone))
    union all
    select clients.id, 'email', 1
    from public.client_people
    join public.clients on clients.id = client_people.client_id and clients.agency_id = agency
    where client_people.email is not null and lower(client_people.email) = lower(btrim(client_doubles.email))
    union all
    select clients.id, 'phone', 2
    from public.client_people
    join public.clients on clients.id = client_people.client_id and clients.agency_id = agency
    where client_people.phone is not null
      and right(private.phone_digits(client_people.phone), 7) = right(private.phone_digits(client_doubles.phone), 7)
      and private.same_phone(private.phone_digits(client_people.phone), private.phone_digits(client_doubles.phone))
    union all
    select clients.id, 'website', 3
    from public.clients
    where clients.agency_id = agency and clients.website_url is not null
      and private.website_key(clients.website_url) = private.website_key(client_doubles.website_url)
  )
  select clients.id, clients.name, array_agg(doubles.same order by doubles.place)
  from (select distinct * from doubles) as doubles join public.clients on clients.id = doubles.id
  where agency = private.my_agency_id() or private.is_super_admin()
  group by clients.id
  order by count(*) filter (where doubles.place = 1) desc, count(*) desc, clients.created_at, clients.id
  limit 5
$$;
revoke execute on function public.client_doubles from public, anon, service_role;
grant execute on function public.client_doubles to authenticated;
