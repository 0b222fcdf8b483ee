-- Data that `npm run demo` adds to seed.sql: a year in the life of its two agencies. Each row is inserted as one of
-- their people, so that row policies and triggers apply as usual; only the dates, which nobody may choose on the
-- website, are spread afterwards. They count back from today, so that the demo never looks old.

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change
)
select
  '00000000-0000-0000-0000-000000000000', id::uuid, 'authenticated', 'authenticated', email,
  (select encrypted_password from auth.users where users.email = 'ana@north.test'), now(),
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('name', name, 'sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
  now() - age::interval, now() - age::interval, '', '', '', ''
from (values
  ('b0000000-0000-4000-8000-000000000011', 'Ivy Moreau',     'ivy@north.test',   '260 days'),
  ('b0000000-0000-4000-8000-000000000012', 'Dev Shah',       'dev@north.test',   '150 days'),
  ('b0000000-0000-4000-8000-000000000013', 'Rosa Delgado',   'rosa@north.test',  '12 days'),
  ('b0000000-0000-4000-8000-000000000014', 'Otto Brandt',    'otto@south.test',  '295 days'),
  ('b0000000-0000-4000-8000-000000000015', 'Lena Fischer',   'lena@south.test',  '90 days'),
  ('b0000000-0000-4000-8000-000000000016', 'Theo Papadakis', 'theo@nowhere.test', '6 hours')
) as people (id, name, email, age);

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select id::text, id, raw_user_meta_data, 'email', created_at, created_at, created_at
from auth.users
where id not in (select user_id from auth.identities);

update public.user_profiles set
  created_at = users.created_at,
  agency_id = case
    when email like '%@north.test' then 'a0000000-0000-4000-8000-000000000001'::uuid
    when email like '%@south.test' then 'a0000000-0000-4000-8000-000000000002'::uuid
  end
from auth.users
where users.id = user_profiles.id and users.id::text between 'b0000000-0000-4000-8000-000000000011'
                                                         and 'b0000000-0000-4000-8000-000000000016';

insert into public.user_roles (user_id, role) values
  ('b0000000-0000-4000-8000-000000000011', 'agency_staff'),
  ('b0000000-0000-4000-8000-000000000012', 'agency_staff'),
  ('b0000000-0000-4000-8000-000000000013', 'agency_staff'),
  ('b0000000-0000-4000-8000-000000000014', 'agency_admin'),
  ('b0000000-0000-4000-8000-000000000015', 'agency_staff'),
  -- A second role, which adds its rights to the first.
  ('b0000000-0000-4000-8000-000000000001', 'agency_staff');

-- An inactive agency, so that the list shows one.
insert into public.agencies (name, email, website_url, contact_person, phone, subscription_tier, is_active, created_at)
values ('Eastgate Digital', 'hello@eastgate.test', 'https://eastgate.test', 'Marta Lindgren', '(555) 010-0300',
        'enterprise', false, now() - interval '430 days');

-- Sessions of all people until the end of the demo's files; act_as runs the next statements as one of them.
create temporary table demo_people as
select id, split_part(email, '@', 1) as name, gen_random_uuid() as session_id
from auth.users where id::text like 'b0000000-%';
grant select on demo_people to authenticated;

insert into auth.sessions (id, user_id, created_at, updated_at)
select session_id, id, now(), now() from demo_people;

create function pg_temp.act_as(person text) returns void language plpgsql as $$
begin
  perform set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', json_build_object(
            'role', 'authenticated', 'sub', demo_people.id, 'session_id', demo_people.session_id)::text, true)
  from demo_people where demo_people.name = person;
end
$$;

-- North's facts for the website.
update public.agencies set
  postal_address = E'48 North Street, Suite 2\nSpringfield, OH 45502',
  social_links = '{https://www.instagram.com/northstreet, https://www.linkedin.com/company/northstreet}'
where answers_website;
