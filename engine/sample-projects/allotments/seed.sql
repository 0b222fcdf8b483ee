insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, email_change, email_change_token_new, recovery_token
)
select
  '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', name || '@allotments.test',
  extensions.crypt('password123', extensions.gen_salt('bf')), now(), now(), now(),
  '{"provider":"email","providers":["email"]}', jsonb_build_object('username', name), now(), now(), '', '', '', ''
from (values
  ('11111111-1111-4111-8111-111111111111'::uuid, 'rosa'),
  ('22222222-2222-4222-8222-222222222222'::uuid, 'hugo')
) member (id, name);

insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select
  extensions.uuid_generate_v4(), id, id::text, jsonb_build_object('sub', id::text, 'email', email), 'email',
  now(), now(), now()
from auth.users;

insert into public.plots (number, tenant, size_sqm) values
  (1, '11111111-1111-4111-8111-111111111111', 25),
  (2, '22222222-2222-4222-8222-222222222222', 30.5),
  (3, null, 25);

insert into public.harvests (plot_id, crop, grams) select id, 'beans', 1200 from public.plots where number = 1;
