-- Adds to North and South of sample-projects/studio: 20 studios, 10,000 clients and 30,000 projects altogether.
insert into public.studios (id, name)
select ('a0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Studio ' || n from generate_series(3, 20) as n;

insert into public.clients (id, studio_id, name, email, phone, prospect_status, created_at)
select ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a0000000-0000-4000-8000-' || lpad((3 + n % 18)::text, 12, '0'))::uuid,
       'Harbor Bakery ' || n, 'hello' || n || '@bakery.test', '(555) 010-0100',
       (array['prospect', 'active', 'completed', 'paused', 'inactive'])[1 + n % 5], now() - n * interval '37 minutes'
from generate_series(601, 10000) as n;

insert into public.projects (client_id, studio_id, name, status, created_at)
select id, studio_id, 'Website relaunch ' || n, 'in_progress', created_at + n * interval '1 minute'
from public.clients, generate_series(1, 3) as n
where studio_id > 'a0000000-0000-4000-8000-000000000002'
order by id, n
limit 28800;

analyze public.clients, public.projects;

-- With this many rows a policy must be written so that an index can serve it.
alter policy "members see and change their studio's clients, owners all" on public.clients
  using (studio_id = (select private.my_studio()));
alter policy "members see and change their studio's projects, owners all" on public.projects
  using (studio_id = (select private.my_studio()));
