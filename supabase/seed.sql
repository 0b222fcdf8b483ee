-- A sample agency, for `npm run demo`, for the tests and for `supabase db reset`: never for a real installation, since
-- everybody's password is 'mainstreet'. Ids are fixed so that tests can name rows.

-- The trigger on auth.users gives each person a profile and the role 'user'.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change
)
select
  '00000000-0000-0000-0000-000000000000', id::uuid, 'authenticated', 'authenticated', email,
  '$2a$10$3v0CF/XHn50zX6B2NbCrGu1.Hptij1pakNeg3UZOQeW./e.8Mlgme', now(),
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('name', name, 'sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
  now() - age::interval, now() - age::interval, '', '', '', ''
from (values
  ('b0000000-0000-4000-8000-000000000001', 'Ana Reyes',     'ana@north.test',      '420 days'),
  ('b0000000-0000-4000-8000-000000000002', 'Ben Carter',    'ben@north.test',      '380 days'),
  ('b0000000-0000-4000-8000-000000000003', 'Cleo Martin',   'cleo@south.test',     '300 days'),
  ('b0000000-0000-4000-8000-000000000004', 'Sol Okafor',    'sol@mainstreet.test', '500 days'),
  ('b0000000-0000-4000-8000-000000000005', 'Abe Lindqvist', 'abe@north.test',      '200 days'),
  ('b0000000-0000-4000-8000-000000000006', 'Uma Patel',     'uma@north.test',      '40 days'),
  ('b0000000-0000-4000-8000-000000000007', 'Nia Flores',    'nia@nowhere.test',    '3 days')
) as people (id, name, email, age);

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select
  id::text, id,
  jsonb_build_object('sub', id, 'email', email, 'name', raw_user_meta_data ->> 'name',
                     'email_verified', true, 'phone_verified', false),
  'email', created_at, created_at, created_at
from auth.users
where id::text like 'b0000000-0000-4000-8000-%';

-- Two agencies that must never see each other's data.
insert into public.agencies
  (id, name, email, website_url, contact_person, phone, subscription_tier, created_at)
values
  ('a0000000-0000-4000-8000-000000000001', 'North Street Marketing', 'hello@north.test', 'https://north.test',
   'Ana Reyes', '(555) 010-0100', 'pro', now() - interval '500 days'),
  ('a0000000-0000-4000-8000-000000000002', 'South Side Studio', 'studio@south.test', 'https://south.test',
   'Cleo Martin', '(555) 010-0200', 'basic', now() - interval '300 days');

-- Nia signed up by herself and belongs to no agency.
update public.user_profiles set
  created_at = users.created_at,
  agency_id = case
    when email like '%@nowhere.test' then null
    when email like '%@south.test' then 'a0000000-0000-4000-8000-000000000002'::uuid
    else 'a0000000-0000-4000-8000-000000000001'::uuid
  end
from auth.users
where users.id = user_profiles.id and users.id::text like 'b0000000-0000-4000-8000-%';

insert into public.user_roles (user_id, role) values
  ('b0000000-0000-4000-8000-000000000001', 'agency_admin'),
  ('b0000000-0000-4000-8000-000000000002', 'agency_staff'),
  ('b0000000-0000-4000-8000-000000000003', 'agency_staff'),
  ('b0000000-0000-4000-8000-000000000004', 'super_admin'),
  ('b0000000-0000-4000-8000-000000000005', 'admin');

insert into public.clients
  (id, agency_id, name, company_name, email, phone, website_url, industry, prospect_status, created_at)
select
  ('c0000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  case agency
    when 'north' then 'a0000000-0000-4000-8000-000000000001'::uuid
    else 'a0000000-0000-4000-8000-000000000002'::uuid
  end,
  name, company_name, email, phone, website_url, industry, prospect_status, now() - age::interval
from (values
  ( 1, 'north', 'Harbor Bakery',            'Harbor Bakery LLC',              'orders@harborbakery.test',     '(555) 014-2201', 'https://harborbakery.test',        'Food & Beverage',       'active',    '360 days'),
  ( 2, 'north', 'Bright Smile Dental',      'Bright Smile Dental Group',      'office@brightsmile.test',      '(555) 014-7730', 'https://brightsmile.test',         'Healthcare',            'active',    '341 days'),
  ( 3, 'north', 'Miller & Sons Garage',     'Miller & Sons Auto Repair Inc.', 'service@millergarage.test',    '(555) 014-3318', 'https://millergarage.test',        'Professional Services', 'active',    '310 days'),
  ( 4, 'north', 'Green Thumb Nursery',      null,                             'hello@greenthumb.test',        '(555) 014-9042', 'https://greenthumb.test',          'Retail',                'active',    '288 days'),
  ( 5, 'north', 'Lakeside Yoga',            'Lakeside Wellness LLC',          'namaste@lakesideyoga.test',    '(555) 014-1187', 'https://lakesideyoga.test',        'Healthcare',            'paused',    '251 days'),
  ( 6, 'north', 'Café Olé',                 'Olé Hospitality LLC',            'hola@cafeole.test',            '(555) 014-5526', 'https://cafeole.test',             'Food & Beverage',       'active',    '230 days'),
  ( 7, 'north', 'Summit Realty',            'Summit Realty Partners',         'sales@summitrealty.test',      '(555) 014-6000', 'https://summitrealty.test',        'Real Estate',           'completed', '201 days'),
  ( 8, 'north', 'Paws & Claws Vet Clinic',  null,                             'care@pawsandclaws.test',       '(555) 014-8812', null,                               'Healthcare',            'active',    '166 days'),
  ( 9, 'north', 'Ironworks Gym',            'Ironworks Fitness LLC',          'front-desk@ironworks.test',    '(555) 014-4471', 'https://ironworks.test',           'Other',                 'inactive',  '140 days'),
  (10, 'north', 'Oak Street Books',         'Oak Street Books Cooperative',   'shop@oakstreetbooks.test',     '(555) 014-2090', 'https://oakstreetbooks.test',      'Retail',                'active',    '97 days'),
  (11, 'north', 'Rivera Plumbing',          'Rivera Plumbing & Heating',      'dispatch@riveraplumbing.test', '(555) 014-3900', 'https://riveraplumbing.test',      'Professional Services', 'prospect',  '45 days'),
  (12, 'north', 'Little Learners Preschool', null,                            'director@littlelearners.test', null,             'https://littlelearners.test',      'Education',             'prospect',  '21 days'),
  (13, 'north', 'Second Chance Shelter',    'Second Chance Animal Shelter',   'team@secondchance.test',       '(555) 014-7654', 'https://secondchance.test',        'Non-Profit',            'prospect',  '8 days'),
  (14, 'north', 'Nguyen Tax & Bookkeeping', null,                             'linh@nguyentax.test',          '(555) 014-1040', null,                               'Finance',               'prospect',  '1 day'),
  (21, 'south', 'Southside Pizza',          'Southside Pizza Co.',            'ciao@southsidepizza.test',     '(555) 019-3141', 'https://southsidepizza.test',      'Food & Beverage',       'active',    '270 days'),
  (22, 'south', 'Delta Roofing',            'Delta Roofing & Siding LLC',     'quotes@deltaroofing.test',     '(555) 019-5005', 'https://deltaroofing.test',        'Manufacturing',         'active',    '190 days'),
  (23, 'south', 'Bloom Florist',            null,                             'flowers@bloomflorist.test',    '(555) 019-8080', 'https://bloomflorist.test',        'Retail',                'prospect',  '75 days'),
  (24, 'south', 'Crescent Law',             'Crescent Law Offices PC',        'intake@crescentlaw.test',      '(555) 019-2468', 'https://crescentlaw.test',         'Professional Services', 'completed', '60 days'),
  (25, 'south', 'Magnolia Salon',           null,                             'book@magnoliasalon.test',      '(555) 019-7171', null,                               'Other',                 'inactive',  '30 days')
) as business (number, agency, name, company_name, email, phone, website_url, industry, prospect_status, age);

insert into public.projects
  (id, agency_id, client_id, name, description, project_type, status, priority, start_date, target_completion_date,
   actual_completion_date, budget, requirements, assigned_to, created_by, created_at)
select
  ('d0000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  clients.agency_id, clients.id, project.name, description, project_type, status, priority,
  current_date + starts, current_date + due, current_date + done, budget, requirements,
  ('b0000000-0000-4000-8000-' || lpad(assignee::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(author::text, 12, '0'))::uuid,
  now() - make_interval(days => greatest(3 - starts, 1))
from (values
  ( 1,  1, 'Online ordering for Harbor Bakery', 'Regulars order bread online, pay, and pick it up before 9 a.m.', 'web_development',   'in_progress', 'high',   -60,   20, null::int, 8400.00, 'Card payments, hours for each weekday, a sold-out switch for the counter staff.', 2,         1),
  ( 2,  1, 'Autumn bread campaign',             'Posts and local ads for the sourdough season.',                           'digital_marketing', 'completed',   'medium', -120, -60,  -63,      1800.00, null,                                                                                 2,         1),
  ( 3,  1, 'New box and bag design',            'Packaging with the lighthouse logo.',                                     'graphic_design',    'review',      'medium', -35,    5, null,      1250.50, 'Two colors, printable on kraft paper.',                                             1,         2),
  ( 4,  2, 'Appointment chatbot',               'Answers the ten most common questions and books first appointments.',           'ai_automation',     'in_progress', 'urgent', -30,   15, null,      5200.00, 'Hands off to the front desk whenever a patient mentions pain.',                           2,         1),
  ( 5,  2, 'Website relaunch',                  'New site with treatment pages and online forms.',                         'web_development',   'completed',   'high',   -300, -210, -198,     12600.00, null,                                                                                2,         2),
  ( 6,  2, 'Site care plan',                    'Monthly updates, backups and a yearly accessibility check.',              'maintenance',       'in_progress', 'low',    -190,  175, null,      2400.00, null,                                                                                null,      2),
  ( 7,  3, 'Garage website',                    'Five pages, a map and a form to book an inspection.',                    'web_development',   'completed',   'medium', -280, -230, -228,     4300.00, null,                                                                                 2,         2),
  ( 8,  3, 'Local search ads',                  'Show up for brakes, tires and inspections within ten miles.',            'digital_marketing', 'in_progress', 'medium', -25,   65, null,      3000.00, 'Cap at $100 a day.',                                                                2,         1),
  ( 9,  4, 'Spring catalog',                  '24 pages of plants, in print and PDF.',                             'graphic_design',    'planning',    'medium',   7,   60, null,      2750.00, null,                                                                                 1,         1),
  (10,  4, 'Loyalty newsletter',                'A monthly email with what to plant now.',                                'digital_marketing', 'on_hold',     'low',    -90,   30, null,      900.00,  null,                                                                                 null,      2),
  (11,  5, 'Class booking',                     'Class schedule and passes, booked from a phone.',                              'web_development',   'on_hold',     'medium', -130,  40, null,      6100.00, 'The studio is closed for renovation until spring.',                                  2,         1),
  (12,  6, 'Menu and brand refresh',            'Logo, menu and window lettering in two languages.',                       'graphic_design',    'review',      'high',   -50,    2, null,      2200.00, null,                                                                                 1,         1),
  (13,  6, 'Reservation assistant',             'Takes table reservations by chat, day and night.',                        'ai_automation',     'planning',    'medium',   3,   45, null,      3900.00, null,                                                                                 null,      5),
  (14,  7, 'Listings portal',                   'Homes with photos, floor plans and showing requests.',                   'web_development',   'completed',   'high',   -195, -70,  -74,      18500.00, null,                                                                                2,         1),
  (15,  8, 'First website',                     'Hours, emergencies and meet-the-team pages.',             'web_development',   'in_progress', 'high',   -20,   40, null,      4800.00, 'The clinic is taking the photos.',                                                    2,         2),
  (16,  9, 'New Year membership campaign',      'Ads and a landing page for January.',                                     'digital_marketing', 'cancelled',   'urgent', -130, -60, null,      4000.00, null,                                                                                 null,      1),
  (17, 10, 'Event calendar',                    'Readings and signings, with an email reminder.',                       'web_development',   'planning',    'low',     10,   80, null,      2600.00, null,                                                                                 2,         2),
  (18, 11, 'Strategy workshop',                 'Half a day on priorities.',                                         'consultation',      'planning',    'medium',   5,    6, null,      null,    null,                                                                                 1,         1),
  (21, 21, 'Delivery site',                     'Order pizza without a delivery app.',                                        'web_development',   'in_progress', 'high',   -45,   30, null,      7200.00, null,                                                                                 3,         3),
  (22, 21, 'Opening night video ads',           'Three short clips for the second location.',                                'digital_marketing', 'review',      'urgent', -14,    3, null,      2100.00, null,                                                                                 3,         3),
  (23, 22, 'Quote calculator',                  'A ballpark price from roof size and material.',                              'ai_automation',     'planning',    'medium',   9,   70, null,      5600.00, null,                                                                                 3,         3),
  (24, 24, 'Website relaunch',                  'A reassuring site for people under stress.',                                         'web_development',   'completed',   'medium', -58,  -10,  -12,      9800.00, null,                                                                                 3,         3)
) as project (number, client, name, description, project_type, status, priority, starts, due, done, budget,
              requirements, assignee, author)
join public.clients on clients.id = ('c0000000-0000-4000-8000-' || lpad(client::text, 12, '0'))::uuid;

insert into public.project_updates
  (id, project_id, created_by, title, content, update_type, visibility, is_milestone, created_at)
select
  ('e0000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  ('d0000000-0000-4000-8000-' || lpad(project::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(author::text, 12, '0'))::uuid,
  title, content, update_type, visibility, is_milestone, now() - age::interval
from (values
  ( 1,  1, 2, 'Checkout works end to end',       'Orders are paid, printed at the bakery and confirmed by email. Next up: the sold-out switch.', 'milestone', 'client', true,  '4 days'),
  ( 2,  1, 2, 'Payment provider chosen',         'Lower card fees than the old terminal. Maria has the contract.',              'progress',  'agency', false, '30 days'),
  ( 3,  3, 1, 'Two box designs to choose from',  'Please let us know by Friday which lighthouse you like better.',                                      'review',    'client', false, '2 days'),
  ( 4,  4, 2, 'Chatbot testing, round one',         'Nine of ten answers are right. Holiday hours are still wrong.',                       'progress',  'agency', false, '6 days'),
  ( 5,  5, 2, 'The new site is live',            'Handed off with a guide to editing the treatment pages.',                                  'delivery',  'client', true,  '198 days'),
  ( 6,  8, 1, 'First three weeks of ads',        '41 calls so far, mostly about brakes.',                                                         'general',   'client', false, '3 days'),
  ( 7, 12, 1, 'Logo approved',                   'The owner signed off on the second concept.',                                                          'milestone', 'agency', true,  '9 days'),
  ( 8, 15, 2, 'Still waiting on copy',               'We need the emergency page from the clinic.',                                                     'progress',  'agency', false, '1 day'),
  (21, 21, 3, 'Menu imported',                   'Every pizza is in, with sizes and prices.',                                                    'progress',  'client', false, '5 days'),
  (22, 22, 3, 'First cut of the clips',          'Please watch the second one with the sound on.',                                                   'review',    'client', false, '1 day')
) as report (number, project, author, title, content, update_type, visibility, is_milestone, age);

insert into public.client_notes (id, client_id, staff_id, note_text, note_category, created_at)
select
  ('f0000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  ('c0000000-0000-4000-8000-' || lpad(client::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(author::text, 12, '0'))::uuid,
  note_text, note_category, now() - age::interval
from (values
  ( 1,  1, 2, 'Maria is in the shop from 4 to 11 a.m. and never checks email after that. Call before 10.', 'general',   '200 days'),
  ( 2,  1, 1, 'Agreed on two social posts a week and one photo shoot a month.',                   'meeting',   '32 days'),
  ( 3,  2, 1, 'Last month''s invoice is paid.',                                                     'payment',   '12 days'),
  ( 4,  3, 2, 'Follow up on the second location after the holidays.',                            'follow-up', '20 days'),
  ( 5,  9, 1, 'Left after the price increase. Keep the door open.',                 'issue',     '60 days'),
  (21, 21, 3, 'Their second location opens next month.',                                                'meeting',   '18 days')
) as note (number, client, author, note_text, note_category, age);

insert into public.project_notes (id, project_id, staff_id, note_text, note_category, created_at)
select
  ('f1000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
  ('d0000000-0000-4000-8000-' || lpad(project::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(author::text, 12, '0'))::uuid,
  note_text, note_category, now() - age::interval
from (values
  ( 1,  1, 2, 'Delivery is out of scope. Pickup only.',                    'scope',     '55 days'),
  ( 2,  1, 2, 'The receipt printer drops off the network after a power outage.',   'issue',     '7 days'),
  ( 3,  4, 1, 'The front desk tests it every Tuesday.',                            'meeting',   '14 days'),
  ( 4, 12, 1, 'Measured the window for lettering.',                              'progress',  '5 days'),
  (21, 21, 3, 'Test orders are going to the old kitchen printer.',                 'general',   '4 days')
) as note (number, project, author, note_text, note_category, age);

insert into public.chat_messages (agency_id, sender_id, content, created_at)
select
  user_profiles.agency_id, user_profiles.id, content, now() - message.age::interval
from (values
  (1, 'Morning! Who''s on the 10 o''clock call with Bright Smile?', '1 day 3 hours'),
  (2, 'I am. The chatbot demo is ready.',                       '1 day 2 hours 55 minutes'),
  (1, 'Perfect. By the way, Harbor Bakery picked the second box.', '2 hours'),
  (3, 'The Southside Pizza clips are uploaded.',                '3 hours')
) as message (author, content, age)
join public.user_profiles on user_profiles.id = ('b0000000-0000-4000-8000-' || lpad(author::text, 12, '0'))::uuid
order by message.age::interval desc;

insert into public.contact_submissions
  (name, business_name, email, phone, service, message, created_at, notified_at, reminded_at)
values
  ('Grace Kim', 'Kim''s Dry Cleaning', 'grace@kimscleaning.test', '(555) 017-3322', 'website',
   'Our site is from 2009. We need one that works on phones.', now() - interval '2 days', now() - interval '2 days',
   now() - interval '28 hours'),
  ('Omar Haddad', 'Haddad Furniture', 'omar@haddadfurniture.test', '(555) 017-9001', 'marketing',
   null, now() - interval '5 hours', now() - interval '5 hours', null);
