-- Reports follow from a project's kind of work and its progress: 'stage' is the share of its time after which there is
-- something to report.
create temporary table demo_reports (
  project_type text, stage numeric, update_type text, visibility text, is_milestone boolean, title text, content text
);
insert into demo_reports values
  ('web_development',   0.05, 'general',   'client', false, 'We have begun',                  'Thank you for the good first meeting. You will hear from us every Friday, with a link you can try on your own phone.'),
  ('web_development',   0.25, 'review',    'client', false, 'Page outlines to look at',       'Seven outlines, without colours on purpose: please tell us what is missing, and what nobody will miss.'),
  ('web_development',   0.50, 'progress',  'agency', false, 'First pages on the test server', 'The texts of two pages are still ours. Photos are placed but not retouched.'),
  ('web_development',   0.70, 'milestone', 'client', true,  'It can be tried on a phone',     'Everything is in its place. The address and the password are in the note we sent by text.'),
  ('web_development',   0.98, 'delivery',  'client', true,  'The new pages are live',         'Moved over at six this morning, nothing was offline. The guide for editing is attached.'),
  ('graphic_design',    0.10, 'general',   'client', false, 'Mood board',                     'Three directions from quiet to loud. There is no need to choose one as it is: mark what you like.'),
  ('graphic_design',    0.45, 'review',    'client', false, 'Two drafts to choose from',      'Please look at them printed, at the size they will have. We would like to hear from you by Friday.'),
  ('graphic_design',    0.80, 'progress',  'agency', false, 'Corrections are in',             'Second round, three small changes. The printer has confirmed the paper.'),
  ('graphic_design',    0.98, 'delivery',  'client', true,  'Print files delivered',          'Checked by the printer and by us. Open files and fonts are in the archive.'),
  ('digital_marketing', 0.10, 'general',   'agency', false, 'Accounts and measuring are set', 'Calls, forms and directions are counted; what is only a visit is not called a success.'),
  ('digital_marketing', 0.40, 'progress',  'client', false, 'The first three weeks',          'Fifty-two calls and nineteen forms. The ads about prices do better than the ads about us.'),
  ('digital_marketing', 0.70, 'progress',  'client', false, 'Numbers of the month',           'A third more calls than last month at the same cost. Words that brought nobody are switched off.'),
  ('digital_marketing', 0.98, 'milestone', 'client', true,  'What the campaign brought',      'The report is attached: what it cost, what came of it, and what we would do next.'),
  ('ai_automation',     0.10, 'general',   'client', false, 'The fifty real questions',       'Collected from mails and calls of the last quarter. Please cross out what it should never answer.'),
  ('ai_automation',     0.45, 'progress',  'agency', false, 'First answers in test',          'Forty-one of fifty are right, six are vague, three are wrong: all three about holidays.'),
  ('ai_automation',     0.75, 'review',    'client', false, 'Ready for your own questions',   'Ask it what your customers ask, and what they should not. Every conversation is kept for the review.'),
  ('ai_automation',     0.98, 'delivery',  'client', true,  'Switched on',                    'It answers by day and night and hands over to a person whenever it is not sure.'),
  ('consultation',      0.30, 'general',   'client', false, 'Questions for the first talk',   'Two pages to think about beforehand. Answers in key words are enough.'),
  ('consultation',      0.95, 'delivery',  'client', true,  'Minutes and what comes first',   'Six recommendations in the order of what they bring for their cost.'),
  ('maintenance',       0.20, 'progress',  'agency', false, 'Updates of the month',           'All parts are up to date, the backup was restored for a trial and was complete.'),
  ('maintenance',       0.60, 'progress',  'client', false, 'What was done this month',       'Updates, two changed prices and a faster start page. Nobody met an error.');

-- The share of its time that a project has behind it; paused and cancelled ones stay where they stopped.
create temporary table demo_progress as
select
  projects.id as project_id, projects.project_type, demo_people.name as author,
  row_number() over (order by projects.created_at, projects.id) as number,
  projects.start_date as starts,
  coalesce(projects.actual_completion_date, least(current_date, projects.target_completion_date)) as today,
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
             now() - number * interval '17 minutes') as told_at
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
