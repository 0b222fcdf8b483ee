-- Notes of every category: two to four for each client, one to three for each project that has begun.
create temporary table demo_client_remarks (number int generated always as identity, note_text text, note_category text);
insert into demo_client_remarks (note_text, note_category) values
  ('Best reached by phone between two and four; mails are read on Mondays.', 'general'),
  ('Came to us through a neighbour''s website.', 'general'),
  ('The sister decides about colours, the brother about money: invite both.', 'general'),
  ('Wants every price with tax in the same line.', 'general'),
  ('Walked through the shop and took forty photos for reference.', 'meeting'),
  ('Agreed on a fixed price for the first step and hours for everything after it.', 'meeting'),
  ('Half an hour on the phone about the next year: a second location is possible.', 'meeting'),
  ('Yearly review: happy with the speed, wishes for shorter reports.', 'meeting'),
  ('Send two references from the same trade.', 'follow-up'),
  ('Ask in three weeks whether the new till exports its stock.', 'follow-up'),
  ('Offer the care plan when the website is a month old.', 'follow-up'),
  ('Call back after the school holidays.', 'follow-up'),
  ('The domain is registered to a cousin who moved away. We help to get it back.', 'issue'),
  ('Was promised a photo day that never took place. Apologised; it is on the calendar now.', 'issue'),
  ('The old host deletes mail after ninety days: warn before moving.', 'issue'),
  ('Pays by check, always on the first of the month.', 'payment'),
  ('Asked to split the invoice in three; agreed.', 'payment'),
  ('Last invoice paid after the second reminder.', 'payment');

create temporary table demo_project_remarks (number int generated always as identity, note_text text, note_category text);
insert into demo_project_remarks (note_text, note_category) values
  ('Texts for four of nine pages are here; the rest was promised for Wednesday.', 'progress'),
  ('Half of the hours are used, a little more than half of the work is done.', 'progress'),
  ('The second draft is with the client since this morning.', 'progress'),
  ('The supplier''s list uses commas for decimals: convert before importing.', 'issue'),
  ('Two photos have no licence. Replaced for now, the client is asked.', 'issue'),
  ('The test address was shared outside; the password is changed.', 'issue'),
  ('Fifteen minutes every Thursday at nine, on the phone.', 'meeting'),
  ('Showed it to three people of the staff: all three found the button, one was surprised by the price.', 'meeting'),
  ('Approved in writing by the owner.', 'milestone'),
  ('First money came in through it today.', 'milestone'),
  ('Fonts are licensed for print and web, invoices are in the folder.', 'general'),
  ('The intern of the client, Paul, may be asked about anything technical.', 'general'),
  ('A second language is not part of this; estimated at another fifth.', 'scope'),
  ('Printing is ordered and paid by the client, we only deliver the files.', 'scope');

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
