-- Enough of an agency around the people of supabase/seed.sql that an index pays, and little enough that the answer to a
-- request is mostly the server's work: North with 500 clients and 1,000 projects, South with a fifth of that.

insert into public.clients (id, agency_id, name, email, phone, prospect_status, created_at)
select ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a0000000-0000-4000-8000-00000000000' || case when n <= 500 then 1 else 2 end)::uuid,
       'Harbor Bakery ' || n, 'hello' || n || '@bakery.test', '(555) 010-0100',
       (array['prospect', 'active', 'completed', 'paused', 'inactive'])[1 + n % 5], now() - n * interval '37 minutes'
from generate_series(1, 600) as n;

insert into public.projects (client_id, agency_id, name, project_type, status, created_by, created_at)
select clients.id, clients.agency_id, 'Website relaunch ' || n, 'web_development', 'in_progress',
       ('b0000000-0000-4000-8000-00000000000' || case when n % 600 < 500 then 1 else 3 end)::uuid,
       now() - n * interval '7 minutes'
from generate_series(0, 1199) as n
join public.clients on clients.id = ('c1000000-0000-4000-8000-' || lpad((1 + n % 600)::text, 12, '0'))::uuid;

analyze;
