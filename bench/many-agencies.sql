-- The work of the agencies of agencies.ts, from number $1 to number $2: $3 clients and $4 projects each, two updates for a
-- project and two notes about a client. Numbers decide everything, so that every run fills the same database.

insert into public.clients (id, agency_id, name, company_name, email, prospect_status, created_at)
select ('c3000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a3000000-0000-4000-8000-' || lpad((1 + (n - 1) / $3)::text, 12, '0'))::uuid,
       (array['Harbor', 'Maple', 'Summit', 'Lakeside', 'Golden', 'Riverside', 'Cedar'])[1 + n % 7] || ' ' ||
         (array['Bakery', 'Dental', 'Garage', 'Florist', 'Plumbing', 'Realty', 'Yoga', 'Books', 'Roofing', 'Pizza',
                'Barbers', 'Coffee', 'Hardware', 'Pharmacy', 'Brewing', 'Tailors', 'Optics'])[1 + n % 17] || ' ' || n,
       'Garcia & Sons LLC', 'hello@client' || n || '.test',
       (array['prospect', 'active', 'active', 'completed', 'paused'])[1 + n % 5], now() - n % $3 * interval '1 day'
from generate_series(($1 - 1) * $3 + 1, $2 * $3) as n;

insert into public.projects (id, client_id, agency_id, name, description, project_type, status, priority,
                             target_completion_date, assigned_to, created_at, search_text)
select ('d3000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, clients.id, clients.agency_id, work.name, work.aim,
       (array['web_development', 'graphic_design', 'digital_marketing', 'maintenance'])[1 + n % 4],
       (array['planning', 'in_progress', 'in_progress', 'review', 'completed', 'on_hold'])[1 + n % 6],
       (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], current_date + 60 - n % 120, staff.id,
       now() - n % $4 * interval '9 hours', private.project_search_text(work.name, work.aim, clients.name)
from generate_series(($1 - 1) * $4 + 1, $2 * $4) as n
cross join lateral (
  select 'Website relaunch ' || n as name, 'Opening hours, prices and a form that reaches somebody the same day.' as aim
) as work
join public.clients
  on clients.id = ('c3000000-0000-4000-8000-' || lpad((1 + (n - 1) / $4 * $3 + n % $3)::text, 12, '0'))::uuid
left join lateral (
  select id from public.user_profiles where user_profiles.agency_id = clients.agency_id order by id offset n % 20 limit 1
) as staff on true;

insert into public.project_updates (project_id, created_by, title, content, update_type, visibility, created_at, shown_at)
select projects.id, projects.assigned_to, 'Report ' || n, 'Calm pages that answer the ten usual questions.',
       (array['progress', 'milestone', 'review'])[1 + n % 3], 'client', created_at + n * interval '2 days',
       created_at + n * interval '2 days'
from public.projects, generate_series(1, 2) as n
where projects.id::text like 'd3%' and right(projects.agency_id::text, 12)::int between $1 and $2;

insert into public.client_notes (client_id, staff_id, note_text, created_at)
select clients.id, 'b0000000-0000-4000-8000-000000000002', 'Called, nobody there.', created_at + n * interval '1 day'
from public.clients, generate_series(1, 2) as n
where clients.id::text like 'c3%' and right(clients.agency_id::text, 12)::int between $1 and $2;

analyze public.clients, public.projects, public.project_updates, public.client_notes, public.user_profiles, public.user_roles
