-- Notes of every category: two to four for each client, one to three for each project that has begun.
create temporary table demo_client_remarks (number int generated always as identity, note_text text, note_category text);
insert into demo_client_remarks (note_text, note_category) values
  ('Best reached by phone between 2 and 4. Only checks email on Mondays.', 'general'),
  ('Found us through a neighbor''s website.', 'general'),
  ('She decides on design, her brother decides on budget. Invite both.', 'general'),
  ('Always quote prices with sales tax included.', 'general'),
  ('Walked through the shop and took 40 reference photos.', 'meeting'),
  ('Agreed on a flat fee for phase one and hourly after that.', 'meeting'),
  ('30-minute call about next year. A second location is on the table.', 'meeting'),
  ('Annual review: happy with turnaround, would like shorter reports.', 'meeting'),
  ('Send two references from the same industry.', 'follow-up'),
  ('Check back in three weeks on whether the new POS exports inventory.', 'follow-up'),
  ('Pitch the care plan once the site has been live a month.', 'follow-up'),
  ('Call back after spring break.', 'follow-up'),
  ('The domain is registered to a cousin who moved away. We''re helping them get it back.', 'issue'),
  ('We promised a photo day that never happened. Apologized; it''s on the calendar now.', 'issue'),
  ('The old host deletes email after 90 days. Warn them before we migrate.', 'issue'),
  ('Pays by check on the first of the month, every month.', 'payment'),
  ('Asked to split the invoice into three payments. Approved.', 'payment'),
  ('Last invoice was paid after the second reminder.', 'payment');

create temporary table demo_project_remarks (number int generated always as identity, note_text text, note_category text);
insert into demo_project_remarks (note_text, note_category) values
  ('We have copy for four of nine pages. They promised the rest by Wednesday.', 'progress'),
  ('Half the hours are used and a little more than half the work is done.', 'progress'),
  ('Sent the second draft to the client this morning.', 'progress'),
  ('The supplier''s price list uses commas as decimal points. Convert it before importing.', 'issue'),
  ('Two photos aren''t licensed. Swapped them out and asked the client for replacements.', 'issue'),
  ('The staging link got shared outside the team, so we changed the password.', 'issue'),
  ('15-minute check-in by phone, Thursdays at 9.', 'meeting'),
  ('Tested it with three of their employees: all found the button, one was surprised by the price.', 'meeting'),
  ('Owner signed off in writing.', 'milestone'),
  ('First paid order came through today.', 'milestone'),
  ('Fonts are licensed for print and web. Receipts are in the folder.', 'general'),
  ('Paul, their intern, is the contact for anything technical.', 'general'),
  ('A second language is out of scope. It would add about 20%.', 'scope'),
  ('The client orders and pays for printing. We only deliver the files.', 'scope');

create temporary table demo_notes as
select 'client' as about, clients.id as about_id, note_text, note_category,
       people.name[1 + (one.number + turn) % cardinality(people.name)] as author,
       now() - (clients.age * (turn * 29 + one.number * 13 % 23) / 110.0) - interval '50 minutes' as written_at
from (select id, agency_id, now() - created_at as age, row_number() over (order by created_at)::int as number
      from public.clients) as clients
cross join lateral (select clients.number) as one
cross join generate_series(0, 3) as turn
join demo_client_remarks on demo_client_remarks.number = 1 + (clients.number * 5 + turn * 7) % 18
join lateral (select case clients.agency_id
  when 'a0000000-0000-4000-8000-000000000001' then array['ana', 'ben', 'dev', 'ivy'] else array['cleo', 'otto'] end as name
) as people on true
where turn < 2 + clients.number % 3
union all
select 'project', projects.id, note_text, note_category,
       people.name[1 + (projects.number + turn) % cardinality(people.name)],
       now() - (projects.age * (turn * 31 + projects.number * 17 % 29) / 125.0) - interval '35 minutes'
from (select id, agency_id, now() - created_at as age, row_number() over (order by created_at)::int as number
      from public.projects where start_date <= current_date) as projects
cross join generate_series(0, 2) as turn
join demo_project_remarks on demo_project_remarks.number = 1 + (projects.number * 3 + turn * 5) % 14
join lateral (select case projects.agency_id
  when 'a0000000-0000-4000-8000-000000000001' then array['ana', 'ben', 'dev', 'ivy'] else array['cleo', 'otto', 'lena'] end as name
) as people on true
where turn < 1 + projects.number % 3;
grant select on demo_notes to authenticated;

do $$
declare
  writer text;
begin
  for writer in select distinct author from demo_notes loop
    perform pg_temp.act_as(writer);
    insert into public.client_notes (client_id, note_text, note_category)
    select about_id, note_text, note_category from demo_notes where about = 'client' and author = writer;
    insert into public.project_notes (project_id, note_text, note_category)
    select about_id, note_text, note_category from demo_notes where about = 'project' and author = writer;
    reset role;
  end loop;
end
$$;

-- Times lie within working hours in New York.
update demo_notes set
  written_at = least(written_at::date + time '14:05' + interval '1 minute' * (length(note_text) * 37 % 460),
                     now() - interval '40 minutes')
where written_at::date < current_date;

update public.client_notes set created_at = written_at
from demo_notes
where client_notes.client_id = about_id and client_notes.note_text = demo_notes.note_text;
update public.project_notes set created_at = written_at
from demo_notes
where project_notes.project_id = about_id and project_notes.note_text = demo_notes.note_text;
