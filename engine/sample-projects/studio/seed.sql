-- Five people with the password 'north-and-south'. The data is large enough that an index pays off, and small enough
-- that responses measure mostly the server: North has 500 clients and 1,000 projects, South a fifth of that.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change
)
select '00000000-0000-0000-0000-000000000000', id::uuid, 'authenticated', 'authenticated', email,
       '$2b$10$FKmwQYcLC0GjolLmK/fsfOI7OIZRC5Aglsf/Livl0O0TFWmPhP5Om', now(),
       '{"provider": "email", "providers": ["email"]}', '{}', now(), now(), '', '', '', ''
from (values
  ('b0000000-0000-4000-8000-000000000001', 'ana@north.test'),
  ('b0000000-0000-4000-8000-000000000002', 'ben@north.test'),
  ('b0000000-0000-4000-8000-000000000003', 'cleo@south.test'),
  ('b0000000-0000-4000-8000-000000000004', 'sol@south.test'),
  ('b0000000-0000-4000-8000-000000000005', 'abe@north.test')
) as people (id, email);

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select id::text, id, jsonb_build_object('sub', id::text, 'email', email), 'email', now(), now(), now()
from auth.users;

insert into public.studios (id, name) values
  ('a0000000-0000-4000-8000-000000000001', 'North'),
  ('a0000000-0000-4000-8000-000000000002', 'South');

insert into public.members (user_id, studio_id)
select id, ('a0000000-0000-4000-8000-00000000000' || case when email like '%@north.test' then 1 else 2 end)::uuid
from auth.users;

insert into public.clients (id, studio_id, name, email, phone, prospect_status, created_at)
select ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a0000000-0000-4000-8000-00000000000' || case when n <= 500 then 1 else 2 end)::uuid,
       'Harbor Bakery ' || n, 'hello' || n || '@bakery.test', '(555) 010-0100',
       (array['prospect', 'active', 'completed', 'paused', 'inactive'])[1 + n % 5], now() - n * interval '37 minutes'
from generate_series(1, 600) as n;

insert into public.projects (client_id, studio_id, name, status, created_at)
select clients.id, clients.studio_id, 'Website relaunch ' || n, 'in_progress', now() - n * interval '7 minutes'
from generate_series(0, 1199) as n
join public.clients on clients.id = ('c1000000-0000-4000-8000-' || lpad((1 + n % 600)::text, 12, '0'))::uuid;

analyze public.clients, public.projects;
