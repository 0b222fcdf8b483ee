-- Reports follow from a project's kind of work and its progress: 'stage' is the share of its time after which there is
-- something to report.
create temporary table demo_reports (
  project_type text, stage numeric, update_type text, visibility text, is_milestone boolean, title text, content text
);
insert into demo_reports values
  ('web_development',   0.05, 'general',   'client', false, 'Kickoff recap',                      'Thanks for a great kickoff. You''ll get an update from us every Friday, with a link you can open on your phone.'),
  ('web_development',   0.25, 'review',    'client', false, 'Wireframes ready for your review',   'Here are the seven page layouts. They''re in black and white on purpose: please tell us what''s missing and what you don''t need.'),
  ('web_development',   0.50, 'progress',  'agency', false, 'First pages on staging',             'Two pages still have placeholder copy. Photos are in but not retouched.'),
  ('web_development',   0.70, 'milestone', 'client', true,  'Ready to try on your phone',         'Every page is in place. We texted you the link and the password.'),
  ('web_development',   0.98, 'delivery',  'client', true,  'Launched and live',                  'We made the switch at 6 this morning with no downtime. The editing guide is attached.'),
  ('graphic_design',    0.10, 'general',   'client', false, 'Mood board',                         'Three directions, from quiet to bold. You don''t have to pick one: just circle what you like.'),
  ('graphic_design',    0.45, 'review',    'client', false, 'Two concepts for your review',       'Please print both at actual size before you decide. Could you get back to us by Friday?'),
  ('graphic_design',    0.80, 'progress',  'agency', false, 'Second round of edits done',         'Three small changes this round. The printer has confirmed the paper stock.'),
  ('graphic_design',    0.98, 'delivery',  'client', true,  'Print files delivered',              'Proofed by the printer and by us. Source files and fonts are in the folder.'),
  ('digital_marketing', 0.10, 'general',   'agency', false, 'Ad accounts and tracking are set up', 'Calls, form fills and direction requests count as conversions. Page views don''t.'),
  ('digital_marketing', 0.40, 'progress',  'client', false, 'First three weeks of results',       '52 calls and 19 form fills so far. The ads that mention pricing are beating the ones about the company.'),
  ('digital_marketing', 0.70, 'progress',  'client', false, 'Monthly results',                    'Calls are up a third over last month on the same budget. We paused the keywords that weren''t bringing in leads.'),
  ('digital_marketing', 0.98, 'milestone', 'client', true,  'Campaign wrap-up',                   'The full report is attached: what you spent, what it brought in, and what we recommend next.'),
  ('ai_automation',     0.10, 'general',   'client', false, 'The 50 questions customers ask most', 'Pulled from last quarter''s emails and calls. Please cross out anything the assistant should never answer.'),
  ('ai_automation',     0.45, 'progress',  'agency', false, 'First round of testing',             '41 of 50 answers are right, six are vague and three are wrong. All three are about holiday hours.'),
  ('ai_automation',     0.75, 'review',    'client', false, 'Ready for you to test',              'Ask it what your customers ask, and try to trip it up. We''ll go over the transcripts together.'),
  ('ai_automation',     0.98, 'delivery',  'client', true,  'The assistant is live',              'It answers around the clock and hands off to your team whenever it isn''t sure.'),
  ('consultation',      0.30, 'general',   'client', false, 'Questions before our first meeting', 'Two pages to think over before we meet. Bullet points are fine.'),
  ('consultation',      0.95, 'delivery',  'client', true,  'Recap and recommendations',          'Six recommendations, ranked by return on what they cost.'),
  ('maintenance',       0.20, 'progress',  'agency', false, 'Monthly updates done',               'All plugins are current. We test-restored the backup and it was complete.'),
  ('maintenance',       0.60, 'progress',  'client', false, 'This month''s care report',          'Security updates, two price changes and a faster home page. No downtime and no errors.');

-- The share of its time that a project has behind it; paused and cancelled ones stay where they stopped.
create temporary table demo_progress as
select
  projects.id as project_id, projects.project_type, demo_people.name as author,
  row_number() over (order by projects.created_at, projects.id) as number,
  projects.start_date as starts,
  -- The last report of a running project is days or weeks old.
  coalesce(
    projects.actual_completion_date,
    greatest(
      projects.start_date,
      least(current_date, projects.target_completion_date)
        - (2 + row_number() over (order by projects.created_at, projects.id) * 5 % 23)::int)
  ) as today,
  case projects.status
    when 'planning' then 0
    when 'on_hold' then 0.35
    when 'cancelled' then 0.3
    when 'review' then 0.9
    when 'completed' then 1
    else 0.5 + (row_number() over (order by projects.id)) % 5 * 0.08
  end as done
from public.projects
join demo_people on demo_people.id = coalesce(projects.assigned_to, projects.created_by)
where projects.start_date <= current_date;

create temporary table demo_updates as
select project_id, author, update_type, visibility, is_milestone, title, content, number, stage,
       least(starts + ((today - starts) * stage / greatest(done, 0.1))::int + time '14:10' + number * interval '3 minutes',
             now() - interval '1 day' - number * interval '17 minutes') as told_at
from demo_progress join demo_reports using (project_type)
where stage <= done;
grant select on demo_updates to authenticated;

do $$
declare
  writer text;
begin
  for writer in select distinct author from demo_updates loop
    perform pg_temp.act_as(writer);
    insert into public.project_updates (project_id, title, content, update_type, visibility, is_milestone)
    select project_id, title, content, update_type, visibility, is_milestone from demo_updates where author = writer;
    reset role;
  end loop;
end
$$;

update public.project_updates set created_at = told_at
from demo_updates
where project_updates.project_id = demo_updates.project_id and project_updates.title = demo_updates.title;

-- What clients see of the work is the content that their plans include.
update public.project_updates set counts_as_content_update = true
where visibility = 'client' and update_type in ('progress', 'general', 'delivery');

-- The client sees an update from the moment at which it was written.
update public.project_updates set shown_at = created_at where shown_at is not null;

-- Most clients have a link and open it after an update, twice within days; one in eleven has none yet.
create temporary table demo_visitors as
select clients.id as client_id, clients.agency_id, row_number() over (order by clients.created_at, clients.id) as number,
       min(project_updates.shown_at) as first_shown_at
from public.clients
join public.projects on projects.client_id = clients.id
join public.project_updates on project_updates.project_id = projects.id
where project_updates.shown_at is not null
group by clients.id;

insert into public.client_links (client_id, name, created_by, created_at, expires_at)
select client_id, (array['Owner''s phone', 'Front desk', 'Shared with the team'])[1 + number % 3], author.id,
       first_shown_at, now() + (20 + number * 13 % 300) * interval '1 day'
from demo_visitors
cross join lateral (
  select id from public.user_profiles where user_profiles.agency_id = demo_visitors.agency_id
  order by id limit 1 offset number % 2
) as author
where number % 11 > 0;

insert into public.client_link_openings (link_id, opened_at)
select client_links.id, opened_at
from public.client_links
join public.projects on projects.client_id = client_links.client_id
join public.project_updates on project_updates.project_id = projects.id
cross join generate_series(1, 2) as round
cross join lateral (
  select project_updates.shown_at + round * (3 + length(projects.name) % 17) * interval '1 hour' as opened_at
) as visit
where project_updates.shown_at is not null and opened_at < now() - interval '2 hours';

-- Reviews are answered within days: two of three are approved, and the newest wait.
create temporary table demo_answers (number int generated always as identity, answer text, comment text);
insert into demo_answers (answer, comment) values
  ('approved', 'Looks great. Go ahead!'),
  ('approved', null),
  ('changes', 'Could the phone number be bigger? My customers are not 25.'),
  ('approved', 'Love it. My sister does too.'),
  ('approved', 'Good to go. Thank you!'),
  ('changes', 'Please swap the second photo. That truck is sold.');

insert into public.update_answers (update_id, link_id, answer, comment, name, created_at)
select asked.id, asked.link_id, answer, comment, asked.name, asked.shown_at + interval '26 hours' + asked.number * interval '7 minutes'
from (
  select project_updates.id, project_updates.shown_at, client_links.id as link_id,
         (array['Maria', 'Chris', 'Pat', 'Denise', 'Tom'])[1 + length(clients.name) % 5] as name,
         row_number() over (order by project_updates.shown_at) as number
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  join public.clients on clients.id = projects.client_id
  join public.client_links on client_links.client_id = clients.id
  where update_type = 'review' and project_updates.shown_at < now() - interval '4 days'
) as asked
join demo_answers on demo_answers.number = 1 + asked.number % 6;

drop table demo_visitors, demo_answers;
