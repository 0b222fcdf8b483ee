-- Agencies of equal size beside those of the seed, whose rows lie scattered among all, as they do where all work at the
-- same time: row n of each table belongs to agency n % agencies, and number 0 is North of the seed. The place of a row within
-- its agency, n / agencies, decides its values, so that North has the same rows alone and among others. many-agencies.ts runs
-- each statement in parts: `first` to `last` are the rows of a part, and `whole` is the number of all.

create function pg_temp.agency_of(n int) returns uuid language sql immutable as $$
  select (case n % :agencies when 0 then 'a0000000-0000-4000-8000-000000000001'
    else 'a1000000-0000-4000-8000-' || lpad((n % :agencies)::text, 12, '0') end)::uuid
$$;

-- Ben has the fifth part of North's work; the others of an agency are its numbers 1 to 4.
create function pg_temp.staff_of(n int) returns uuid language sql immutable as $$
  select case when n % :agencies = 0 and n / :agencies % 5 = 0 then 'b0000000-0000-4000-8000-000000000002'
    else 'b1000000-0000-4000-8000-' || lpad((n % :agencies + n / :agencies % 5 * :agencies)::text, 12, '0') end::uuid
$$;

-- agencies work at the same time. Agency 0 is North of the seed. many-agencies.ts runs each statement in parts.

-- agencies
insert into public.agencies (id, name, email, created_at)
select ('a1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Agency ' || n, 'agency' || n || '@many.test',
       now() - interval '1000 days' + n * interval '1 hour'
from generate_series(:first, :last) as n where n > 0;

-- user_profiles
insert into public.user_profiles (id, display_name, agency_id, created_at)
select ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       (array['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kai'])[1 + n % 11] || ' '
         || (array['Garcia', 'Nguyen', 'Smith', 'Okafor', 'Rossi', 'Kim', 'Haddad'])[1 + n % 7],
       pg_temp.agency_of(n), now() - interval '900 days' + n * interval '1 hour'
from generate_series(:first, :last) as n;

-- user_roles
insert into public.user_roles (user_id, role)
select ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agency_staff'
from generate_series(:first, :last) as n;

-- clients
insert into public.clients (id, agency_id, name, company_name, email, phone, website_url, industry, prospect_status,
                            plan, last_content_update_at, looked_after_by, next_contact_on, created_at)
select ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, pg_temp.agency_of(n),
       (array['Harbor', 'Corner', 'Maple', 'Union', 'Hill', 'River', 'Market', 'Station', 'Garden', 'Mill', 'Lake'])[1 + n / :agencies % 11]
         || ' ' || (array['Bakery', 'Dental', 'Books', 'Cafe', 'Florist', 'Gym', 'Hardware', 'Law', 'Music', 'Optics', 'Pets',
                          'Pizza', 'Plumbing', 'Realty', 'Roofing', 'Salon', 'Shoes', 'Tailor', 'Tax', 'Toys', 'Vet', 'Wine',
                          'Yoga'])[1 + n / :agencies % 23] || ' ' || n,
       case when n % 4 > 0 then 'Garcia & Sons ' || n end, 'hello@shop' || n || '.test',
       '(555) 01' || lpad((n % 100)::text, 2, '0'), 'https://shop' || n || '.test',
       (array['Technology', 'Healthcare', 'Finance', 'Retail', 'Education', 'Other', null])[1 + n / :agencies % 7],
       (array['prospect', 'active', 'active', 'completed', 'paused'])[1 + n / :agencies % 5],
       case when n / :agencies % 3 = 0 then 'Growth' end, case when n / :agencies % 2 = 0 then now() - n / :agencies % 90 * interval '1 day' end,
       pg_temp.staff_of(n), case when n / :agencies % 20 = 0 then current_date + n / :agencies % 30 - 15 end,
       now() - interval '1000 days' + n::float / :whole * interval '1000 days'
from generate_series(:first, :last) as n;

-- projects
insert into public.projects (id, client_id, agency_id, name, description, project_type, status, priority,
                             target_completion_date, budget, assigned_to, created_at, search_text)
select ('d1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       -- Row n and its client are of one agency, because the number of clients divides by that of the agencies.
       ('c1000000-0000-4000-8000-' || lpad((n % :clients)::text, 12, '0'))::uuid,
       pg_temp.agency_of(n), work, aim,
       (array['web_development', 'graphic_design', 'digital_marketing', 'ai_automation', 'consultation',
              'maintenance'])[1 + n / :agencies % 6],
       (array['planning', 'in_progress', 'in_progress', 'review', 'completed', 'completed', 'completed', 'on_hold',
              'cancelled'])[1 + n / :agencies % 9],
       (array['low', 'medium', 'high', 'urgent'])[1 + n / :agencies % 4],
       current_date + 60 - n / :agencies % 700, (n % 200) * 75.5, pg_temp.staff_of(n),
       now() - interval '1000 days' + n::float / :whole * interval '1000 days',
       -- What private.project_search_text makes of these texts, without its price for each of millions of rows.
       lower(work) || chr(10) || lower(aim) || chr(10) || 'harbor bakery ' || n % :clients
from generate_series(:first, :last) as n
cross join lateral (
  select (array['Website', 'Logo', 'Newsletter', 'Menu', 'Spring campaign', 'Photos', 'Reviews', 'Chatbot', 'Care plan',
                'Landing page', 'Flyer', 'Booking form', 'Search ads'])[1 + n / :agencies % 13] || ' ' || n as work,
         (array['More visitors from the neighborhood who become regulars.', 'Orders paid online and picked up before nine.',
                'Found for what people ask nearby within a budget that stops by itself.',
                'Calm pages that answer the ten usual questions before anybody calls.'])[1 + n / :agencies % 4] as aim
) as texts;

-- project_steps
insert into public.project_steps (agency_id, project_id, title, due_on, assigned_to, position, is_done, created_at)
select pg_temp.agency_of(n), ('d1000000-0000-4000-8000-' || lpad((n % :projects)::text, 12, '0'))::uuid,
       'Step ' || n, current_date + 30 - n / :agencies % 300, pg_temp.staff_of(n), n / :projects, n / :agencies % 3 > 0,
       now() - interval '1000 days' + n::float / :whole * interval '1000 days'
from generate_series(:first, :last) as n;

-- project_updates
insert into public.project_updates (id, agency_id, project_id, title, content, update_type, visibility, counts_as_content_update,
                                    created_at, shown_at, is_answered)
select ('e1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, pg_temp.agency_of(n),
       ('d1000000-0000-4000-8000-' || lpad((n % :projects)::text, 12, '0'))::uuid, 'Report ' || n,
       'Done as agreed on the phone, with two photos and a new headline.',
       (array['progress', 'milestone', 'general', 'review', 'delivery'])[1 + n / :agencies % 5],
       (array['agency', 'client'])[1 + n / :agencies % 2], n / :agencies % 7 = 0,
       now() - interval '1000 days' + n::float / :whole * interval '1000 days',
       case when n / :agencies % 2 = 1 then now() - interval '1000 days' + n::float / :whole * interval '1000 days' end,
       -- All reviews but the newest are answered.
       n / :agencies % 5 = 3 and n / :agencies % 2 = 1 and n < :whole * 0.995
from generate_series(:first, :last) as n;

-- update_answers
insert into public.update_answers (update_id, answer, name, created_at)
select ('e1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'approved', 'Vera Harbor', now()
from generate_series(:first, :last) as n
where n / :agencies % 5 = 3 and n / :agencies % 2 = 1 and n < :whole * 0.995;
