-- 20 studios of 100 people with a session and a client each, and a project for each client; changes of projects are
-- published.
insert into public.studios (id, name)
select ('a1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Studio ' || n from generate_series(0, 19) as n;

insert into auth.users (id, aud, role, email)
select ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated', n || '@studios.test'
from generate_series(0, 1999) as n;

insert into auth.sessions (id, user_id)
select ('d1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
from generate_series(0, 1999) as n;

insert into public.members (user_id, studio_id)
select ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a1000000-0000-4000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid
from generate_series(0, 1999) as n;

insert into public.clients (id, studio_id, name, email)
select ('c9000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a1000000-0000-4000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid,
       'Harbor Bakery ' || n, 'hello' || n || '@bakery.test'
from generate_series(0, 1999) as n;

insert into public.projects (id, client_id, studio_id, name, status)
select ('e1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('c9000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       ('a1000000-0000-4000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid,
       'Website relaunch', 'in_progress'
from generate_series(0, 1999) as n;

analyze auth.sessions, public.members, public.clients, public.projects;

alter publication supabase_realtime add table public.projects;
