-- Team chats of the last days, and messages from the contact form.
create temporary table demo_chat (number int generated always as identity, person text, content text, ago interval);
grant select on demo_chat to authenticated;
insert into demo_chat (person, content, ago) values
  ('ivy',  'The kayak map is back from the printer and it looks amazing.', '2 days 5 hours'),
  ('ben',  'Bring one to lunch?', '2 days 4 hours 58 minutes'),
  ('dev',  'Northshore''s calculator says a roof pays for itself in minus two years. Looking into it.', '1 day 6 hours'),
  ('ana',  'Let''s fix that before their board sees it 🙂', '1 day 5 hours 52 minutes'),
  ('dev',  'Fixed. Someone had entered the power bill in cents.', '1 day 2 hours'),
  ('rosa', 'Hi everyone! First week, first message.', '6 hours'),
  ('ivy',  'Welcome, Rosa! The desk by the window is yours.', '5 hours 57 minutes'),
  ('ben',  'The Kim''s Dry Cleaning pages are on staging. Grace wants the prices bigger.', '3 hours'),
  ('ana',  'She''s right.', '2 hours 55 minutes'),
  ('dev',  'Juniper & Rye needs the gin label files by the 10th. Ivy, can you make that?', '50 minutes'),
  ('ivy',  'You''ll have them Friday.', '48 minutes'),
  ('otto', 'The food bank appeal went out today. 2,140 envelopes.', '1 day 7 hours'),
  ('lena', 'My tongue may never recover.', '1 day 6 hours 58 minutes'),
  ('cleo', 'Live Oak wants a bigger map on phones. I''ll have it done before noon.', '4 hours'),
  ('otto', 'Captain Ray canceled tomorrow''s photo shoot. Too windy.', '40 minutes');

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
  name text, business_name text, email text, phone text, service text, message text, suspicions text[], ago interval,
  -- The state of each enquiry, who handled it, and after how long.
  state text, person text, after interval
);
grant select on demo_contacts to authenticated;
insert into demo_contacts values
  ('Henry Albright',  'Albright Clock Repair',   'henry@albrightclocks.test',  '(555) 017-1212', 'website',   'I fix clocks and have never had a website. My granddaughter says it''s time.', '{}', '26 days', 'answered', 'ben', '3 hours'),
  ('Samira Nasser',   'Nasser Grocery',          'samira@nassergrocery.test',  '(555) 017-4408', 'marketing', 'We deliver same day and hardly anyone knows. Can you help us get the word out?', '{}', '19 days', 'answered', 'ivy', '5 hours'),
  ('Pete Kowalczyk',  'Kowalczyk Landscaping',   'pete@kowalczyk.test',        '(555) 017-9931', 'website',   null, '{}', '13 days', 'not now', 'ana', '1 day'),
  ('Joy Adeyemi',     'Joyful Hands Pottery',    'joy@joyfulhands.test',       '(555) 017-2047', 'design',    'I need a logo small enough to stamp into clay.', '{}', '9 days', 'answered', 'ivy', '2 hours'),
  ('Best Rankings',   'Best Rankings',           'offer@bestrankings.test',    '000',            'other',     'First page guaranteed http://a.test http://b.test http://c.test http://d.test', '{links}', '7 days', 'spam', 'ben', '6 hours'),
  ('Elena Petrova',   'Petrova Dance Studio',    'elena@petrovadance.test',    '(555) 017-6650', 'marketing', 'We have 200 students and every one came by word of mouth. What would you do next?', '{}', '4 days', 'answered', 'ana', '4 hours'),
  ('Marcus Webb',     'Webb & Daughter Roofing', 'marcus@webbroofing.test',    '(555) 017-3019', 'ai',        'We miss calls when we''re up on a roof. Can your AI answer them and sound friendly?', '{}', '1 day', 'taken', 'dev', '2 hours'),
  ('Hannah Lindholm', 'Lindholm Optics',         'hannah@lindholmoptics.test', '(555) 017-5152', 'website',   'Our booking page doesn''t work on my own phone.', '{}', '3 hours', 'new', null, null);

insert into public.contact_submissions
  (name, business_name, email, phone, service, message, suspicions, created_at, notified_at)
select name, business_name, email, phone, service, message, suspicions, now() - ago, now() - ago
from demo_contacts;

-- The two of seed.sql became clients long ago.
insert into demo_contacts (name, email, ago, state, person, after) values
  ('Grace Kim',   'grace@kimscleaning.test',   '298 days', 'client', 'ben', '1 day'),
  ('Omar Haddad', 'omar@haddadfurniture.test', '86 days',  'client', 'ben', '20 hours');

do $$
declare
  enquiry record;
begin
  for enquiry in select * from demo_contacts where state <> 'new' loop
    perform pg_temp.act_as(enquiry.person);
    update public.contact_submissions set
      state = enquiry.state,
      client_id = (select id from public.clients where clients.email = enquiry.email)
    where email = enquiry.email;
    reset role;
  end loop;
end
$$;

update public.contact_submissions set
  created_at = now() - ago, notified_at = now() - ago, reminded_at = null,
  taken_at = case when taken_at is not null then handled_at end,
  answered_at = case when answered_at is not null then handled_at end
from demo_contacts, lateral (select now() - ago + after as handled_at) as happened
where contact_submissions.email = demo_contacts.email;

-- The demo's sessions and temporary objects are removed.
delete from auth.sessions where id in (select session_id from demo_people);
drop table demo_people, demo_clients, demo_projects, demo_plans, demo_reports, demo_progress, demo_updates,
           demo_client_remarks, demo_project_remarks, demo_notes, demo_chat, demo_contacts;
drop function pg_temp.act_as;
