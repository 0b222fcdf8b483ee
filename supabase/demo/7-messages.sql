-- Team chats of the last days, and messages from the contact form.
create temporary table demo_chat (number int generated always as identity, person text, content text, ago interval);
grant select on demo_chat to authenticated;
insert into demo_chat (person, content, ago) values
  ('ivy',  'The kayak map is back from the printer. It smells wonderful.', '2 days 5 hours'),
  ('ben',  'Bring one to lunch?', '2 days 4 hours 58 minutes'),
  ('dev',  'Northshore''s calculator says a roof pays for itself in minus two years. Looking into it.', '1 day 6 hours'),
  ('ana',  'Please before their board sees it :)', '1 day 5 hours 52 minutes'),
  ('dev',  'Fixed: somebody had typed the bill in cents.', '1 day 2 hours'),
  ('rosa', 'Hello everybody, first week, first message.', '6 hours'),
  ('ivy',  'Welcome, Rosa! Desk by the window is yours.', '5 hours 57 minutes'),
  ('ben',  'Kim''s pages are on the test server. Grace wants the prices larger.', '3 hours'),
  ('ana',  'She is right.', '2 hours 55 minutes'),
  ('dev',  'Gin labels: Juniper & Rye need the files by the tenth. Ivy?', '50 minutes'),
  ('ivy',  'Friday.', '48 minutes'),
  ('otto', 'The food bank''s letter is out: 2,140 envelopes.', '1 day 7 hours'),
  ('lena', 'I can still feel my tongue.', '1 day 6 hours 58 minutes'),
  ('cleo', 'Live Oak want the map larger on phones. Doing it before noon.', '4 hours'),
  ('otto', 'Captain Ray cancelled tomorrow''s photo trip, too much wind.', '40 minutes');

do $$
declare
  message record;
begin
  for message in select * from demo_chat order by number loop
    perform pg_temp.act_as(message.person);
    insert into public.chat_messages (content) values (message.content);
    reset role;
  end loop;
end
$$;

update public.chat_messages set created_at = now() - ago from demo_chat where chat_messages.content = demo_chat.content;

-- Numbers follow the order of the conversation, after earlier messages; a detour through negative numbers avoids
-- duplicates.
update public.chat_messages set number = -number;
update public.chat_messages set number = played.number
from (
  select id, row_number() over (partition by agency_id, room_id order by created_at, id) as number from public.chat_messages
) as played
where played.id = chat_messages.id;

create temporary table demo_contacts (
  name text, business_name text, email text, phone text, service text, message text, suspicions text[], ago interval
);
insert into demo_contacts values
  ('Henry Albright',  'Albright Clock Repair',   'henry@albrightclocks.test',  '(555) 017-1212', 'website',   'I repair clocks and have never had a website. My granddaughter says it is time.', '{}', '26 days'),
  ('Samira Nasser',   'Nasser Grocery',          'samira@nassergrocery.test',  '(555) 017-4408', 'marketing', 'We would like more people to know that we deliver on the same day.', '{}', '19 days'),
  ('Pete Kowalczyk',  'Kowalczyk Landscaping',   'pete@kowalczyk.test',        '(555) 017-9931', 'website',   null, '{}', '13 days'),
  ('Joy Adeyemi',     'Joyful Hands Pottery',    'joy@joyfulhands.test',       '(555) 017-2047', 'design',    'A mark I can press into clay. Small!', '{}', '9 days'),
  ('Best Rankings',   'Best Rankings',           'offer@bestrankings.test',    '000',            'other',     'First page guaranteed http://a.test http://b.test http://c.test http://d.test', '{links}', '7 days'),
  ('Elena Petrova',   'Petrova Dance Studio',    'elena@petrovadance.test',    '(555) 017-6650', 'marketing', 'Two hundred students, and all of them came by word of mouth. What would you do next?', '{}', '4 days'),
  ('Marcus Webb',     'Webb & Daughter Roofing', 'marcus@webbroofing.test',    '(555) 017-3019', 'ai',        'We miss calls while we are on the roof. Can a machine take them politely?', '{}', '1 day'),
  ('Hannah Lindholm', 'Lindholm Optics',         'hannah@lindholmoptics.test', '(555) 017-5152', 'website',   'Our booking page does not work on my own phone.', '{}', '3 hours');

insert into public.contact_submissions
  (name, business_name, email, phone, service, message, suspicions, created_at, notified_at, reminded_at)
select name, business_name, email, phone, service, message, suspicions, now() - ago, now() - ago,
       case when ago > interval '20 hours' then now() - ago + interval '20 hours' end
from demo_contacts;

-- The demo's sessions and temporary objects are removed.
delete from auth.sessions where id in (select session_id from demo_people);
drop table demo_people, demo_clients, demo_projects, demo_plans, demo_reports, demo_progress, demo_updates,
           demo_client_remarks, demo_project_remarks, demo_notes, demo_chat, demo_contacts;
drop function pg_temp.act_as;
