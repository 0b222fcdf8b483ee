-- A large agency around the people of supabase/seed.sql: North with 10,000 clients and 50,000 projects, South with a
-- fifth of that. Numbers decide everything, so that every run fills the same database.

create temporary table words as select
  array['Harbor', 'Maple', 'Summit', 'Lakeside', 'Oak Street', 'Golden', 'Riverside', 'Bluebird', 'Cedar', 'Union',
        'Prairie', 'Sunrise', 'Old Town', 'Northgate', 'Willow', 'Copper', 'Magnolia', 'Granite', 'Juniper'] as places,
  array['Bakery', 'Dental', 'Garage', 'Florist', 'Plumbing', 'Realty', 'Yoga', 'Books', 'Roofing', 'Pizza', 'Law Office',
        'Vet Clinic', 'Barbers', 'Coffee', 'Hardware', 'Pharmacy', 'Preschool', 'Brewing', 'Landscaping', 'Tailors',
        'Optics', 'Bicycles', 'Catering'] as trades,
  array['Garcia', 'Nguyen', 'Miller', 'Okafor', 'Patel', 'Rossi', 'Kim', 'Haddad', 'Larsen', 'Silva', 'Murphy', 'Novak',
        'Tanaka', 'Ahmed', 'Dubois', 'Kowalski', 'Reyes'] as families,
  array['Website relaunch', 'Online shop', 'Local search ads', 'Logo and menu', 'Booking assistant', 'Care plan',
        'Newsletter', 'Spring campaign', 'Landing page', 'Photo library', 'Strategy workshop', 'Review replies',
        'Video clips'] as works,
  array['Opening hours, prices and a form that reaches somebody the same day.',
        'Orders on the phone, paid online, picked up before nine.',
        'Found for what people ask nearby, within a budget that stops by itself.',
        'Calm pages that answer the ten usual questions before anybody calls.',
        'A monthly letter with what is new, written in twenty minutes.'] as aims,
  array['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002']::uuid[] as agencies;

insert into auth.users (id, instance_id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at,
                        confirmation_token, recovery_token, email_change_token_new, email_change)
select ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '00000000-0000-0000-0000-000000000000',
       'authenticated', 'authenticated', 'person' || n || '@large.test', '',
       jsonb_build_object('name', (array['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kai'])[1 + n % 11]
                                  || ' ' || families[1 + n % 17]),
       now() - n * interval '3 hours', now(), '', '', '', ''
from words, generate_series(1, 600) as n;

update public.user_profiles set
  agency_id = agencies[case when users.n % 6 = 0 then 2 else 1 end],
  created_at = now() - users.n * interval '3 hours'
from words, (select id, right(id::text, 12)::int as n from auth.users where id::text like 'b1%') as users
where users.id = user_profiles.id;

insert into public.user_roles (user_id, role)
select id, 'agency_staff' from public.user_profiles where id::text like 'b1%';

-- From here on what the triggers would do, one row at a time, is done by the statements themselves.
set local session_replication_role = replica;

insert into public.clients (id, agency_id, name, company_name, email, phone, website_url, industry, prospect_status, created_at)
select ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       agencies[case when n % 6 = 0 then 2 else 1 end],
       places[1 + n % 19] || ' ' || trades[1 + n % 23] || ' ' || n,
       case when n % 4 > 0 then families[1 + n % 17] || ' & Sons LLC' end,
       'hello@' || lower(replace(places[1 + n % 19], ' ', '')) || n || '.test',
       '(555) 01' || lpad((n % 100)::text, 2, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
       case when n % 3 > 0 then 'https://' || lower(replace(places[1 + n % 19], ' ', '')) || n || '.test' end,
       (array['Technology', 'Healthcare', 'Finance', 'Retail', 'Education', 'Real Estate', 'Food & Beverage',
              'Manufacturing', 'Professional Services', 'Non-Profit', 'Other', null])[1 + n % 12],
       (array['prospect', 'active', 'active', 'completed', 'paused', 'inactive'])[1 + n % 5],
       now() - n * interval '37 minutes'
from words, generate_series(1, 12000) as n;

insert into public.projects (id, client_id, agency_id, name, description, project_type, status, priority, start_date,
                             target_completion_date, budget, requirements, assigned_to, created_by, created_at, search_text)
select ('d1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, clients.id, clients.agency_id,
       work.name, description,
       (array['web_development', 'graphic_design', 'digital_marketing', 'ai_automation', 'consultation',
              'maintenance'])[1 + n % 6],
       (array['planning', 'in_progress', 'in_progress', 'review', 'completed', 'completed', 'completed', 'on_hold',
              'cancelled'])[1 + n % 9],
       (array['low', 'medium', 'high', 'urgent'])[1 + n % 4],
       current_date - n % 700, current_date + 60 - n % 700, (n % 200) * 75.5, 'As agreed on the phone.',
       case when n % 3 > 0 then staff.id end, staff.id, now() - n * interval '7 minutes',
       private.project_search_text(work.name, description, clients.name)
from words, generate_series(1, 60000) as n
cross join lateral (
  select works[1 + n % 13] || ' ' || n as name,
         aims[1 + n % 5] || ' ' || aims[1 + n / 5 % 5] || ' ' || aims[1 + n / 25 % 5] as description) as work
join public.clients on clients.id = ('c1000000-0000-4000-8000-' || lpad((1 + (n * 7) % 12000)::text, 12, '0'))::uuid
-- The assignee is on the staff of the client's agency: people and clients are distributed over the agencies by the same rule.
join public.user_profiles as staff
  on staff.id = ('b1000000-0000-4000-8000-' || lpad((1 + (n * 7) % 600)::text, 12, '0'))::uuid;

-- Eight steps a project, a week apart, five of them done: 400,000 in North.
insert into public.project_steps (agency_id, project_id, title, due_on, assigned_to, position, is_done, created_by)
select projects.agency_id, projects.id, works[1 + n % 13] || ', step ' || (n - 1) / 60000, projects.start_date + ((n - 1) / 60000) * 7,
       case when n % 100 = 1 then 'b0000000-0000-4000-8000-000000000002' else projects.assigned_to end,
       (n - 1) / 60000, (n - 1) / 60000 < 5, projects.created_by
from words, generate_series(1, 480000) as n
join public.projects on projects.id = ('d1000000-0000-4000-8000-' || lpad((1 + n % 60000)::text, 12, '0'))::uuid;
update public.projects
set steps = counted.steps, steps_done = counted.steps_done, next_step_on = counted.next_step_on
from (
  select project_id, count(*) as steps, count(*) filter (where is_done) as steps_done,
         min(due_on) filter (where not is_done) as next_step_on
  from public.project_steps group by project_id
) as counted
where projects.id = counted.project_id;

insert into public.project_updates (agency_id, project_id, created_by, title, content, update_type, visibility, is_milestone, created_at, shown_at)
select projects.agency_id, projects.id, projects.created_by, 'Report ' || n, aims[1 + n % 5],
       (array['progress', 'milestone', 'general', 'review', 'delivery'])[1 + n % 5],
       (array['agency', 'client'])[1 + n % 2], n % 10 = 0, now() - n * interval '5 minutes',
       case when n % 2 = 1 then now() - n * interval '5 minutes' end
from words, generate_series(1, 80000) as n
join public.projects on projects.id = ('d1000000-0000-4000-8000-' || lpad((1 + n % 60000)::text, 12, '0'))::uuid;

insert into public.client_update_attachments (update_id, file_name, file_path, file_type, file_size)
select id, 'report.pdf', id || '/1700000000000_report.pdf', 'application/pdf', 48213
from public.project_updates where title like '%7';

insert into public.client_notes (client_id, staff_id, note_text, note_category, created_at)
select ('c1000000-0000-4000-8000-' || lpad((1 + n % 12000)::text, 12, '0'))::uuid,
       'b0000000-0000-4000-8000-000000000002', aims[1 + n % 5],
       (array['general', 'meeting', 'follow-up', 'issue', 'payment'])[1 + n % 5], now() - n * interval '11 minutes'
from words, generate_series(1, 30000) as n;

insert into public.project_notes (project_id, staff_id, note_text, note_category, created_at)
select ('d1000000-0000-4000-8000-' || lpad((1 + n % 60000)::text, 12, '0'))::uuid,
       'b0000000-0000-4000-8000-000000000002', aims[1 + n % 5],
       (array['progress', 'issue', 'meeting', 'milestone', 'general', 'scope'])[1 + n % 6], now() - n * interval '11 minutes'
from words, generate_series(1, 60000) as n;

-- One long-standing client with much of everything, as its page must bear it.
insert into public.projects (id, client_id, agency_id, name, project_type, created_by)
select ('d2000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'c0000000-0000-4000-8000-000000000001', agencies[1],
       'Care plan of month ' || n, 'maintenance', 'b0000000-0000-4000-8000-000000000002'
from words, generate_series(1, 200) as n;
insert into public.project_updates (id, agency_id, project_id, created_by, title, content, created_at)
select ('e2000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, agencies[1],
       ('d2000000-0000-4000-8000-' || lpad((1 + n % 200)::text, 12, '0'))::uuid,
       'b0000000-0000-4000-8000-000000000002', 'Report ' || n, aims[1 + n % 5], now() - n * interval '1 hour'
from words, generate_series(1, 2000) as n;
insert into public.client_notes (client_id, staff_id, note_text, created_at)
select 'c0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', aims[1 + n % 5],
       now() - n * interval '5 hours'
from words, generate_series(1, 1000) as n;

drop table words;
