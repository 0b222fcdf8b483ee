-- A hundred and twenty projects, with those of seed.sql, in every state, type and priority.
create temporary table demo_projects (
  number int generated always as identity, client text, name text, description text, project_type text, status text,
  priority text, budget numeric, requirements text
);
grant select on demo_projects to authenticated;
insert into demo_projects (client, name, description, project_type, status, priority, budget, requirements) values
  ('Harbor Bakery', 'Holiday pre-order campaign', 'Stollen, cookie boxes and a cut-off date people remember.', 'digital_marketing', 'in_progress', 'high', 2200, 'Ads stop by themselves when the ovens are full.'),
  ('Harbor Bakery', 'Allergen pages', 'One page per bread with what is in it, printable for the counter.', 'web_development', 'completed', 'medium', 1450, null),
  ('Harbor Bakery', 'Care plan', 'Updates, backups and one small wish a month.', 'maintenance', 'in_progress', 'low', 1800, null),
  ('Bright Smile Dental', 'Recall reminders', 'Texts and mails that bring patients back every six months.', 'ai_automation', 'review', 'high', 3900, 'No treatment details in the message itself.'),
  ('Bright Smile Dental', 'Children''s corner leaflet', 'Eight pages that make the first visit less frightening.', 'graphic_design', 'completed', 'low', 980.50, null),
  ('Bright Smile Dental', 'Local search ads', 'Emergency visits and whitening, within eight miles.', 'digital_marketing', 'in_progress', 'medium', 4800, 'Never show ads while the practice is closed.'),
  ('Miller & Sons Garage', 'Inspection reminders', 'A text thirty days before the sticker runs out.', 'ai_automation', 'in_progress', 'medium', 2600, null),
  ('Miller & Sons Garage', 'Shop sign and uniforms', 'One mark for the sign, the vans and the overalls.', 'graphic_design', 'completed', 'medium', 1900, null),
  ('Miller & Sons Garage', 'Care plan', 'Updates, backups and the opening hours before every holiday.', 'maintenance', 'in_progress', 'low', 1200, null),
  ('Green Thumb Nursery', 'Plant finder', 'Sun, soil and height in, ten plants in stock out.', 'web_development', 'in_progress', 'high', 7600, 'Stock comes from the till every night as a CSV file.'),
  ('Green Thumb Nursery', 'Bed and pot labels', 'Weatherproof labels with a code that opens the care page.', 'graphic_design', 'review', 'medium', 1350, null),
  ('Green Thumb Nursery', 'Season opening', 'Radio, posters and two weeks of ads around Easter.', 'digital_marketing', 'completed', 'high', 3100, null),
  ('Lakeside Yoga', 'Teacher portraits', 'A photo day and twelve pages that sound like the teachers.', 'graphic_design', 'completed', 'low', 1600, null),
  ('Lakeside Yoga', 'Newsletter set-up', 'A welcome series of four and a monthly timetable.', 'digital_marketing', 'cancelled', 'low', 700, null),
  ('Café Olé', 'Website in two languages', 'Menu, tables and the story of the house, in English and Spanish.', 'web_development', 'in_progress', 'high', 5400, 'The menu is changed by the kitchen, from a phone.'),
  ('Café Olé', 'Lunch on the square', 'Ads for offices in walking distance, Monday to Thursday before eleven.', 'digital_marketing', 'planning', 'medium', 1500, null),
  ('Summit Realty', 'Open house mailings', 'Postcards and mails that go out from the listing itself.', 'ai_automation', 'completed', 'medium', 6200, null),
  ('Summit Realty', 'Yard sign family', 'For sale, under contract, sold: readable from a passing car.', 'graphic_design', 'completed', 'low', 1100, null),
  ('Summit Realty', 'Listings portal, year two', 'Hosting, updates and a quarterly look at the numbers.', 'maintenance', 'on_hold', 'low', 3600, 'Waits for the merger.'),
  ('Paws & Claws Vet Clinic', 'Emergency page', 'What to do until you are here, for nine emergencies.', 'web_development', 'review', 'urgent', 1900, 'Readable in the dark, with one hand.'),
  ('Paws & Claws Vet Clinic', 'Puppy package', 'A landing page and ads for the first-year plan.', 'digital_marketing', 'planning', 'medium', 2400, null),
  ('Ironworks Gym', 'Website closing page', 'A friendly page for the months of the conversion.', 'web_development', 'completed', 'low', 450, null),
  ('Oak Street Books', 'Staff picks wall', 'Shelf cards, window and posts from one weekly template.', 'graphic_design', 'in_progress', 'medium', 1250, null),
  ('Oak Street Books', 'Care plan', 'Updates, backups and new events by Thursday.', 'maintenance', 'in_progress', 'low', 1500, null),
  ('Oak Street Books', 'School list orders', 'Parents order by class, the shop packs by class.', 'web_development', 'on_hold', 'medium', 5200, 'Starts when the district answers.'),
  ('Rivera Plumbing', 'Brand on three vans', 'Lettering that still says plumber at forty miles an hour.', 'graphic_design', 'planning', 'medium', 2300, null),
  ('Little Learners Preschool', 'Enrolment workshop', 'One afternoon on what parents ask before they choose.', 'consultation', 'planning', 'low', 600, null),
  ('Second Chance Shelter', 'Adoption pages', 'Every animal with photos, temper and a visit form.', 'web_development', 'planning', 'high', 3200, 'At cost: the agency gives the rest.'),
  ('Nguyen Tax & Bookkeeping', 'First talk', 'Where new clients come from today, and what that costs.', 'consultation', 'planning', 'low', null, null),
  ('Juniper & Rye', 'Tasting room bookings', 'Tours and tastings for two to twenty, paid in advance.', 'web_development', 'completed', 'high', 8900, null),
  ('Juniper & Rye', 'Label for the winter gin', 'A label, a box and a ribbon for eight hundred bottles.', 'graphic_design', 'review', 'urgent', 3400, 'The printer needs files by the tenth.'),
  ('Juniper & Rye', 'Wholesale newsletter', 'A quarterly letter to bars and shops, with a price list.', 'digital_marketing', 'in_progress', 'medium', 1600, null),
  ('Juniper & Rye', 'Age check', 'A polite question at the door of the site, as the law asks.', 'web_development', 'completed', 'high', 650, null),
  ('Kim''s Dry Cleaning', 'New website', 'Prices, pick-up rounds and a page that works on phones.', 'web_development', 'in_progress', 'high', 4100, 'Prices are changed once a year, by Grace.'),
  ('Kim''s Dry Cleaning', 'Pick-up round assistant', 'Answers where the van is and takes the next order.', 'ai_automation', 'planning', 'medium', 3300, null),
  ('Kim''s Dry Cleaning', 'Reviews worth reading', 'A card in every bag and a calm answer to every review.', 'digital_marketing', 'completed', 'medium', 950, null),
  ('Blue Heron Kayaks', 'Rental calendar', 'Boats by the hour and by the day, with the weather beside them.', 'web_development', 'completed', 'urgent', 9200, null),
  ('Blue Heron Kayaks', 'River map', 'A printed map with put-ins, rapids and places to rest.', 'graphic_design', 'completed', 'medium', 2100, null),
  ('Blue Heron Kayaks', 'Summer ads', 'Families within two hours'' drive, from May to August.', 'digital_marketing', 'completed', 'high', 5500, null),
  ('Blue Heron Kayaks', 'Off-season plan', 'What to sell when the river is cold.', 'consultation', 'in_progress', 'low', 1200, null),
  ('Fourth Street Dental Lab', 'Dentist portal', 'Orders, scans and delivery dates in one place.', 'web_development', 'completed', 'high', 16400, 'Scans stay on the lab''s own server.'),
  ('Fourth Street Dental Lab', 'Sales folder', 'Six sheets that a dentist reads between two patients.', 'graphic_design', 'completed', 'low', 1400, null),
  ('Cedar Hill Montessori', 'Admissions site', 'Tours, tuition and a calendar parents can trust.', 'web_development', 'in_progress', 'high', 7800, 'Photos of children only with a signed form on file.'),
  ('Cedar Hill Montessori', 'Open day', 'Invitations, signs and a follow-up letter.', 'digital_marketing', 'completed', 'medium', 1300, null),
  ('Cedar Hill Montessori', 'Year book', 'Sixty pages, one per child and week.', 'graphic_design', 'planning', 'low', 2600, null),
  ('Torres & Vega Immigration', 'Guides in four languages', 'Twelve plain guides to visas, reviewed by the lawyers.', 'web_development', 'in_progress', 'high', 6900, 'Every page names the lawyer who checked it, and when.'),
  ('Torres & Vega Immigration', 'Intake questions', 'An assistant that asks the first fifteen questions before the call.', 'ai_automation', 'review', 'urgent', 7400, 'Gives no advice. Says so.'),
  ('Torres & Vega Immigration', 'Search ads, Spanish', 'Family visas, within the state.', 'digital_marketing', 'in_progress', 'medium', 5200, null),
  ('The Copper Kettle', 'Tea of the month', 'A small shop with a subscription.', 'web_development', 'on_hold', 'medium', 4600, 'The owners move house first.'),
  ('The Copper Kettle', 'Menu cards', 'Cards that survive a year of spilled tea.', 'graphic_design', 'completed', 'low', 620, null),
  ('Northshore Solar', 'Savings calculator', 'Roof, bill and postcode in, years and dollars out.', 'ai_automation', 'in_progress', 'urgent', 11800, 'Every number links to where it comes from.'),
  ('Northshore Solar', 'Company site', 'Who we are, what we built, how long it takes.', 'web_development', 'completed', 'high', 9400, null),
  ('Northshore Solar', 'Neighbourhood campaign', 'Letters to the streets around each finished roof.', 'digital_marketing', 'in_progress', 'medium', 6700, null),
  ('Northshore Solar', 'Data room for the bank', 'Structure and design for forty documents.', 'consultation', 'cancelled', 'high', 2500, null),
  ('Haddad Furniture', 'Showroom online', 'Sixty pieces with measures, woods and a visit form.', 'web_development', 'in_progress', 'high', 8700, 'Photos are taken in March.'),
  ('Haddad Furniture', 'Catalogue', 'Thirty-two pages, uncoated paper.', 'graphic_design', 'planning', 'medium', 3900, null),
  ('Haddad Furniture', 'Where to begin', 'A morning on budgets, goals and the first ninety days.', 'consultation', 'completed', 'medium', 800, null),
  ('Old Mill Brewing', 'Can designs', 'Four cans that look like one family.', 'graphic_design', 'cancelled', 'high', 2800, 'Stopped with the change of owners.'),
  ('Old Mill Brewing', 'Taproom calendar', 'Concerts, quiz nights and who is pouring.', 'web_development', 'cancelled', 'medium', 2100, null),
  ('Harbor Lights Credit Union', 'Accessibility review', 'Forty pages against WCAG 2.2, with a list of what to do first.', 'consultation', 'planning', 'urgent', 3500, 'The report goes to the board.'),
  ('Harbor Lights Credit Union', 'Student accounts', 'A landing page and posts for September.', 'digital_marketing', 'planning', 'medium', 4200, null),
  ('Southside Pizza', 'Kitchen display', 'Orders on a screen above the oven, with a bell.', 'ai_automation', 'planning', 'high', 3800, 'Works when the internet does not.'),
  ('Southside Pizza', 'Box with a game', 'A lid children keep.', 'graphic_design', 'completed', 'low', 900, null),
  ('Southside Pizza', 'Care plan', 'Updates, backups, prices twice a year.', 'maintenance', 'in_progress', 'low', 1400, null),
  ('Delta Roofing', 'Storm page', 'What to photograph, whom to call, what the insurer asks.', 'web_development', 'in_progress', 'urgent', 2900, 'Loads on a bad connection in the rain.'),
  ('Delta Roofing', 'Before and after', 'A photo library of eighty roofs, sorted by material.', 'graphic_design', 'review', 'medium', 1700, null),
  ('Delta Roofing', 'Storm season ads', 'Switched on by the weather service, off after ten calls.', 'digital_marketing', 'on_hold', 'high', 6000, null),
  ('Bloom Florist', 'Wedding pages', 'Thirty bouquets and what they cost.', 'web_development', 'planning', 'medium', 2200, null),
  ('Crescent Law', 'Brochure', 'Three folds that fit a breast pocket.', 'graphic_design', 'completed', 'low', 760, null),
  ('Crescent Law', 'Care plan', 'Updates, backups and a yearly check of every legal notice.', 'maintenance', 'in_progress', 'medium', 2000, null),
  ('Magnolia Salon', 'Booking page', 'Appointments by stylist.', 'web_development', 'cancelled', 'low', 1800, null),
  ('Bayou Bike Works', 'Workshop bookings', 'A slot, a quote and a text when the bike is ready.', 'web_development', 'completed', 'high', 5100, null),
  ('Bayou Bike Works', 'Used bikes, daily', 'New arrivals posted from the shop''s own list.', 'ai_automation', 'in_progress', 'medium', 2700, null),
  ('Bayou Bike Works', 'Jersey for the club', 'A jersey forty people want to wear.', 'graphic_design', 'review', 'low', 650, null),
  ('Bayou Bike Works', 'Commuter week', 'Maps, breakfast and a discount for helmets.', 'digital_marketing', 'completed', 'medium', 1900, null),
  ('Gulf Coast Charters', 'Trip pages and deposits', 'Six trips, tides, what to bring, pay half now.', 'web_development', 'in_progress', 'high', 6800, 'Money back when the captain cancels.'),
  ('Gulf Coast Charters', 'Catch of the day', 'A photo from the dock, posted before the boat is clean.', 'digital_marketing', 'in_progress', 'low', 1100, null),
  ('Gulf Coast Charters', 'Logo and flags', 'A mark that works on a flag in the wind.', 'graphic_design', 'completed', 'medium', 1500, null),
  ('Saint Brigid''s Food Bank', 'Volunteer shifts', 'Who comes on Tuesday, and who has a van.', 'web_development', 'completed', 'high', 3600, 'At cost.'),
  ('Saint Brigid''s Food Bank', 'Year-end appeal', 'A letter, a page and three posts that thank before they ask.', 'digital_marketing', 'in_progress', 'urgent', 1200, null),
  ('Saint Brigid''s Food Bank', 'Annual report', 'Twelve pages of numbers that mean something.', 'graphic_design', 'planning', 'medium', 900, null),
  ('Pecan Lane Pediatrics', 'Patient site', 'Hours, forms and when to call at night.', 'web_development', 'completed', 'high', 7300, 'Forms are sent encrypted and kept by the clinic alone.'),
  ('Pecan Lane Pediatrics', 'Night line assistant', 'Tells fever from emergency, and always offers the nurse.', 'ai_automation', 'on_hold', 'urgent', 9800, 'Reviewed by two doctors before it answers anybody.'),
  ('Pecan Lane Pediatrics', 'Flu shot reminders', 'Three messages in October.', 'digital_marketing', 'completed', 'high', 850, null),
  ('Pecan Lane Pediatrics', 'Care plan', 'Updates, backups and holiday hours.', 'maintenance', 'in_progress', 'low', 1900, null),
  ('Live Oak Properties', 'Rental search', 'Filters people use, photos that load.', 'web_development', 'review', 'high', 12500, null),
  ('Live Oak Properties', 'Repair desk', 'Tenants send a photo, the right person gets it.', 'ai_automation', 'in_progress', 'high', 6100, 'Answers within a minute that somebody will answer.'),
  ('Live Oak Properties', 'Signs for nine houses', 'House numbers, way-finding and a mark on the lawn.', 'graphic_design', 'completed', 'medium', 3300, null),
  ('Rosie''s Catering', 'Menus that sell themselves', 'Four menus, photographed, with prices per guest.', 'graphic_design', 'in_progress', 'high', 2400, null),
  ('Rosie''s Catering', 'Quote in a day', 'Guests, date and taste in, a first quote out.', 'ai_automation', 'review', 'medium', 3700, 'Rosie sees every quote before it leaves.'),
  ('Rosie''s Catering', 'Wedding fair', 'A booth, a tasting and a list to follow up.', 'consultation', 'completed', 'medium', 700, null),
  ('Tidewater Music School', 'Lessons online', 'Find a teacher, see a free hour, take it.', 'web_development', 'on_hold', 'medium', 5600, null),
  ('Tidewater Music School', 'Recital posters', 'A poster series for the spring recitals.', 'graphic_design', 'completed', 'low', 540, null),
  ('Pelican Print & Sign', 'Upload and quote', 'Customers send a file and see a price.', 'web_development', 'planning', 'high', 8200, 'Files up to 2 GB.'),
  ('Pelican Print & Sign', 'Website care', 'Updates and backups of the old site until the new one is live.', 'maintenance', 'in_progress', 'low', 600, null),
  ('Dupree Accounting', 'Tax season letters', 'Three letters that bring the documents in on time.', 'digital_marketing', 'planning', 'medium', 1100, null),
  ('Dupree Accounting', 'Client portal, options', 'Three products compared, with a recommendation.', 'consultation', 'in_progress', 'medium', 1500, null),
  ('Fix-It Phones', 'Two-page website', 'Prices, hours, and the way from the station.', 'web_development', 'planning', 'low', 900, null);

-- Each project is inserted by a person of its client's agency and assigned to another in turn; one in seven is
-- unassigned. Its dates follow from its state and from the date of its client.
create temporary table demo_plans as
select
  demo_projects.*, clients.id as client_id, team.people[1 + number % cardinality(team.people)] as author,
  case when number % 7 > 0 then team.people[1 + (number + number / 4) % cardinality(team.people)] end as assignee,
  came, start_date,
  case status
    when 'planning' then start_date + 30 + number % 50
    when 'in_progress' then current_date + 5 + number * 11 % 70
    when 'review' then current_date - 4 + number % 14
    when 'completed' then start_date + 25 + number % 20
    when 'on_hold' then current_date + 10 + number % 40
    else start_date + 45
  end as due
from demo_projects
join public.clients on clients.name = demo_projects.client
cross join lateral (select clients.created_at::date as came) as client
cross join lateral (
  select case clients.agency_id
    when 'a0000000-0000-4000-8000-000000000001' then array['ben', 'ivy', 'ana', 'dev']
    else array['cleo', 'otto', 'lena']
  end as people) as team
cross join lateral (
  select case status
    when 'planning' then current_date + 3 + number % 27
    when 'in_progress' then greatest(came + 2, current_date - 8 - number * 13 % 75)
    when 'review' then greatest(came + 5, current_date - 35 - number % 45)
    when 'completed' then came + 4 + (current_date - came - 55) * (number * 37 % 100) / 100
    else greatest(came + 3, current_date - 60 - number % 90)
  end as start_date) as beginning;
grant select on demo_plans to authenticated;

do $$
declare
  writer text;
begin
  for writer in select distinct author from demo_plans loop
    perform pg_temp.act_as(writer);
    insert into public.projects (client_id, name, description, project_type, status, priority, budget, requirements,
                                 start_date, target_completion_date, actual_completion_date, assigned_to)
    select client_id, demo_plans.name, description, project_type, status, priority, budget, requirements,
           start_date, due, case status when 'completed' then due - 6 + number % 11 end, demo_people.id
    from demo_plans left join demo_people on demo_people.name = assignee
    where author = writer;
    reset role;
  end loop;
end
$$;

update public.projects set
  created_at = least(greatest(came + 1, least(plan.start_date - 9, current_date - number % 18)) + time '09:10',
                     now() - interval '20 minutes') - number * interval '1 second'
from demo_plans as plan
where projects.client_id = plan.client_id and projects.name = plan.name;
