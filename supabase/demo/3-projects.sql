-- A hundred and twenty projects, with those of seed.sql, in every state, type and priority.
create temporary table demo_projects (
  number int generated always as identity, client text, name text, description text, project_type text, status text,
  priority text, budget numeric, requirements text
);
grant select on demo_projects to authenticated;
insert into demo_projects (client, name, description, project_type, status, priority, budget, requirements) values
  ('Harbor Bakery', 'Holiday pre-order campaign', 'Stollen, cookie boxes and an order deadline people remember.', 'digital_marketing', 'in_progress', 'high', 2200, 'Pause ads automatically when the ovens are full.'),
  ('Harbor Bakery', 'Allergen pages', 'An ingredient page for every bread, printable for the counter.', 'web_development', 'completed', 'medium', 1450, null),
  ('Harbor Bakery', 'Care plan', 'Updates, backups and one small change a month.', 'maintenance', 'in_progress', 'low', 1800, null),
  ('Bright Smile Dental', 'Recall reminders', 'Texts and emails that bring patients back every six months.', 'ai_automation', 'review', 'high', 3900, 'No treatment details in the message itself (HIPAA).'),
  ('Bright Smile Dental', 'First-visit brochure for kids', 'Eight pages that make a first visit less scary.', 'graphic_design', 'completed', 'low', 980.50, null),
  ('Bright Smile Dental', 'Local search ads', 'Emergency visits and whitening, within eight miles.', 'digital_marketing', 'in_progress', 'medium', 4800, 'Don''t run ads while the office is closed.'),
  ('Miller & Sons Garage', 'Inspection reminders', 'A text 30 days before the registration sticker expires.', 'ai_automation', 'in_progress', 'medium', 2600, null),
  ('Miller & Sons Garage', 'Shop sign and uniforms', 'One logo for the sign, the vans and the uniforms.', 'graphic_design', 'completed', 'medium', 1900, null),
  ('Miller & Sons Garage', 'Care plan', 'Updates, backups and holiday hours.', 'maintenance', 'in_progress', 'low', 1200, null),
  ('Green Thumb Nursery', 'Plant finder', 'Enter sun, soil and height, get ten plants that are in stock.', 'web_development', 'in_progress', 'high', 7600, 'Inventory comes from the POS every night as a CSV file.'),
  ('Green Thumb Nursery', 'Bed and pot labels', 'Weatherproof labels with a QR code that opens the care page.', 'graphic_design', 'review', 'medium', 1350, null),
  ('Green Thumb Nursery', 'Spring opening', 'Radio, posters and two weeks of ads around Easter.', 'digital_marketing', 'completed', 'high', 3100, null),
  ('Lakeside Yoga', 'Instructor bios', 'A photo shoot and twelve bios in the instructors'' own words.', 'graphic_design', 'completed', 'low', 1600, null),
  ('Lakeside Yoga', 'Newsletter setup', 'A four-email welcome series and a monthly class schedule.', 'digital_marketing', 'cancelled', 'low', 700, null),
  ('Café Olé', 'Website in two languages', 'Menu, reservations and the family''s story, in English and Spanish.', 'web_development', 'in_progress', 'high', 5400, 'The kitchen updates the menu from a phone.'),
  ('Café Olé', 'Lunch on the square', 'Ads for nearby offices, Monday through Thursday before 11 a.m.', 'digital_marketing', 'planning', 'medium', 1500, null),
  ('Summit Realty', 'Open house mailers', 'Postcards and emails sent straight from the listing.', 'ai_automation', 'completed', 'medium', 6200, null),
  ('Summit Realty', 'Yard sign set', 'For sale, under contract, sold: readable from a passing car.', 'graphic_design', 'completed', 'low', 1100, null),
  ('Summit Realty', 'Listings portal, year two', 'Hosting, updates and a quarterly performance review.', 'maintenance', 'on_hold', 'low', 3600, 'On hold until the merger closes.'),
  ('Paws & Claws Vet Clinic', 'Emergency page', 'What to do until you get here, for nine emergencies.', 'web_development', 'review', 'urgent', 1900, 'Easy to read at night and use one-handed.'),
  ('Paws & Claws Vet Clinic', 'Puppy package', 'A landing page and ads for the first-year plan.', 'digital_marketing', 'planning', 'medium', 2400, null),
  ('Ironworks Gym', 'Closing notice page', 'A friendly page for the months of the remodel.', 'web_development', 'completed', 'low', 450, null),
  ('Oak Street Books', 'Staff picks display', 'Shelf cards, window display and posts from one weekly template.', 'graphic_design', 'in_progress', 'medium', 1250, null),
  ('Oak Street Books', 'Care plan', 'Updates, backups and new events every Thursday.', 'maintenance', 'in_progress', 'low', 1500, null),
  ('Oak Street Books', 'School supply list orders', 'Parents order by class, the store packs by class.', 'web_development', 'on_hold', 'medium', 5200, 'Starts once we hear from the district.'),
  ('Rivera Plumbing', 'Van wraps', 'Lettering on three vans that reads at 40 miles an hour.', 'graphic_design', 'planning', 'medium', 2300, null),
  ('Little Learners Preschool', 'Enrollment workshop', 'An afternoon on what parents ask before they enroll.', 'consultation', 'planning', 'low', 600, null),
  ('Second Chance Shelter', 'Adoption pages', 'Every animal with photos, temperament and a visit form.', 'web_development', 'planning', 'high', 3200, 'At cost. We''re donating the rest.'),
  ('Nguyen Tax & Bookkeeping', 'Discovery call', 'Where new clients come from today, and what that costs.', 'consultation', 'planning', 'low', null, null),
  ('Juniper & Rye', 'Tasting room bookings', 'Tours and tastings for 2 to 20, paid in advance.', 'web_development', 'completed', 'high', 8900, null),
  ('Juniper & Rye', 'Label for the winter gin', 'A label, a box and a ribbon for eight hundred bottles.', 'graphic_design', 'review', 'urgent', 3400, 'The printer needs files by the 10th.'),
  ('Juniper & Rye', 'Wholesale newsletter', 'A quarterly newsletter for bars and retailers, with a price list.', 'digital_marketing', 'in_progress', 'medium', 1600, null),
  ('Juniper & Rye', 'Age gate', 'A 21+ check before visitors enter the site.', 'web_development', 'completed', 'high', 650, null),
  ('Kim''s Dry Cleaning', 'New website', 'Prices, pickup routes and pages that work on phones.', 'web_development', 'in_progress', 'high', 4100, 'Grace updates prices once a year.'),
  ('Kim''s Dry Cleaning', 'Pickup assistant', 'Tells customers where the van is and takes the next order.', 'ai_automation', 'planning', 'medium', 3300, null),
  ('Kim''s Dry Cleaning', 'Review campaign', 'A card in every bag and a reply to every review.', 'digital_marketing', 'completed', 'medium', 950, null),
  ('Blue Heron Kayaks', 'Rental calendar', 'Boats by the hour or day, with the forecast next to each.', 'web_development', 'completed', 'urgent', 9200, null),
  ('Blue Heron Kayaks', 'River map', 'A printed map with put-ins, rapids and places to rest.', 'graphic_design', 'completed', 'medium', 2100, null),
  ('Blue Heron Kayaks', 'Summer ads', 'Families within a two-hour drive, May through August.', 'digital_marketing', 'completed', 'high', 5500, null),
  ('Blue Heron Kayaks', 'Off-season plan', 'What to sell when the river is too cold.', 'consultation', 'in_progress', 'low', 1200, null),
  ('Fourth Street Dental Lab', 'Dentist portal', 'Orders, scans and delivery dates in one place.', 'web_development', 'completed', 'high', 16400, 'Scans stay on the lab''s own server (HIPAA).'),
  ('Fourth Street Dental Lab', 'Sales kit', 'Six one-pagers a dentist can read between patients.', 'graphic_design', 'completed', 'low', 1400, null),
  ('Cedar Hill Montessori', 'Admissions site', 'Tours, tuition and a calendar parents can trust.', 'web_development', 'in_progress', 'high', 7800, 'Photos of children only with a signed release on file.'),
  ('Cedar Hill Montessori', 'Open house', 'Invitations, signs and a follow-up letter.', 'digital_marketing', 'completed', 'medium', 1300, null),
  ('Cedar Hill Montessori', 'Yearbook', 'Sixty pages, designed with the students.', 'graphic_design', 'planning', 'low', 2600, null),
  ('Torres & Vega Immigration', 'Guides in four languages', 'Twelve plain-language visa guides, reviewed by the attorneys.', 'web_development', 'in_progress', 'high', 6900, 'Every page names the attorney who reviewed it, and when.'),
  ('Torres & Vega Immigration', 'Intake questions', 'An assistant that asks the first 15 intake questions before the call.', 'ai_automation', 'review', 'urgent', 7400, 'Must not give legal advice, and must say so.'),
  ('Torres & Vega Immigration', 'Search ads, Spanish', 'Family visas, within the state.', 'digital_marketing', 'in_progress', 'medium', 5200, null),
  ('The Copper Kettle', 'Tea of the month', 'A small shop with a subscription.', 'web_development', 'on_hold', 'medium', 4600, 'On hold until the owners have moved.'),
  ('The Copper Kettle', 'Menu cards', 'Cards that survive a year of spilled tea.', 'graphic_design', 'completed', 'low', 620, null),
  ('Northshore Solar', 'Savings calculator', 'Enter roof, power bill and ZIP code, get payback in years and dollars.', 'ai_automation', 'in_progress', 'urgent', 11800, 'Every number links to its source.'),
  ('Northshore Solar', 'Company site', 'Who we are, what we built, how long it takes.', 'web_development', 'completed', 'high', 9400, null),
  ('Northshore Solar', 'Neighborhood campaign', 'Letters to the streets around each finished roof.', 'digital_marketing', 'in_progress', 'medium', 6700, null),
  ('Northshore Solar', 'Bank data room', 'Structure and design for 40 documents.', 'consultation', 'cancelled', 'high', 2500, null),
  ('Haddad Furniture', 'Showroom online', 'Sixty pieces with dimensions, wood types and a showroom form.', 'web_development', 'in_progress', 'high', 8700, 'Photo shoot is in March.'),
  ('Haddad Furniture', 'Catalog', 'Thirty-two pages, uncoated paper.', 'graphic_design', 'planning', 'medium', 3900, null),
  ('Haddad Furniture', 'Strategy session', 'A morning on budgets, goals and the first 90 days.', 'consultation', 'completed', 'medium', 800, null),
  ('Old Mill Brewing', 'Can designs', 'Four cans that look like one family.', 'graphic_design', 'cancelled', 'high', 2800, 'Canceled when the brewery was sold.'),
  ('Old Mill Brewing', 'Taproom calendar', 'Live music, trivia nights and who''s pouring.', 'web_development', 'cancelled', 'medium', 2100, null),
  ('Harbor Lights Credit Union', 'Accessibility review', 'A 40-page WCAG 2.2 audit with a prioritized fix list.', 'consultation', 'planning', 'urgent', 3500, 'The report goes to the board.'),
  ('Harbor Lights Credit Union', 'Student accounts', 'A landing page and social posts for back to school.', 'digital_marketing', 'planning', 'medium', 4200, null),
  ('Southside Pizza', 'Kitchen display', 'Orders on a screen above the oven, with a bell.', 'ai_automation', 'planning', 'high', 3800, 'Has to work when the internet is down.'),
  ('Southside Pizza', 'Box with a game', 'A box lid kids want to keep.', 'graphic_design', 'completed', 'low', 900, null),
  ('Southside Pizza', 'Care plan', 'Updates, backups and price changes twice a year.', 'maintenance', 'in_progress', 'low', 1400, null),
  ('Delta Roofing', 'Storm page', 'What to photograph, who to call and what your insurer will ask.', 'web_development', 'in_progress', 'urgent', 2900, 'Has to load on a weak signal.'),
  ('Delta Roofing', 'Before and after', 'A photo library of eighty roofs, sorted by material.', 'graphic_design', 'review', 'medium', 1700, null),
  ('Delta Roofing', 'Storm season ads', 'Ads that start with a storm warning and stop after ten calls.', 'digital_marketing', 'on_hold', 'high', 6000, null),
  ('Bloom Florist', 'Wedding pages', 'Thirty bouquets and what they cost.', 'web_development', 'planning', 'medium', 2200, null),
  ('Crescent Law', 'Brochure', 'A trifold that fits a jacket pocket.', 'graphic_design', 'completed', 'low', 760, null),
  ('Crescent Law', 'Care plan', 'Updates, backups and a yearly review of legal notices.', 'maintenance', 'in_progress', 'medium', 2000, null),
  ('Magnolia Salon', 'Booking page', 'Appointments by stylist.', 'web_development', 'cancelled', 'low', 1800, null),
  ('Bayou Bike Works', 'Repair bookings', 'Book a slot, get a quote and a text when the bike is ready.', 'web_development', 'completed', 'high', 5100, null),
  ('Bayou Bike Works', 'Used bikes, daily', 'New arrivals posted straight from the shop''s inventory.', 'ai_automation', 'in_progress', 'medium', 2700, null),
  ('Bayou Bike Works', 'Club jersey', 'A jersey forty people want to wear.', 'graphic_design', 'review', 'low', 650, null),
  ('Bayou Bike Works', 'Bike to Work Week', 'Route maps, free breakfast and a helmet discount.', 'digital_marketing', 'completed', 'medium', 1900, null),
  ('Gulf Coast Charters', 'Trip pages and deposits', 'Six trips with tides, what to bring and a 50% deposit.', 'web_development', 'in_progress', 'high', 6800, 'Full refund if the captain cancels.'),
  ('Gulf Coast Charters', 'Catch of the day', 'A photo from the dock, posted the same afternoon.', 'digital_marketing', 'in_progress', 'low', 1100, null),
  ('Gulf Coast Charters', 'Logo and flags', 'A logo that reads on a flag in the wind.', 'graphic_design', 'completed', 'medium', 1500, null),
  ('Saint Brigid''s Food Bank', 'Volunteer shifts', 'Sign-ups by shift, including who can drive.', 'web_development', 'completed', 'high', 3600, 'At cost.'),
  ('Saint Brigid''s Food Bank', 'Year-end appeal', 'A letter, a landing page and three posts that thank donors before asking.', 'digital_marketing', 'in_progress', 'urgent', 1200, null),
  ('Saint Brigid''s Food Bank', 'Annual report', 'Twelve pages that show donors what their money did.', 'graphic_design', 'planning', 'medium', 900, null),
  ('Pecan Lane Pediatrics', 'Patient site', 'Hours, forms and when to call after hours.', 'web_development', 'completed', 'high', 7300, 'Forms are encrypted and stored by the clinic (HIPAA).'),
  ('Pecan Lane Pediatrics', 'After-hours assistant', 'Tells a fever from an emergency and always offers the nurse line.', 'ai_automation', 'on_hold', 'urgent', 9800, 'Two doctors review it before launch.'),
  ('Pecan Lane Pediatrics', 'Flu shot reminders', 'Three texts in October.', 'digital_marketing', 'completed', 'high', 850, null),
  ('Pecan Lane Pediatrics', 'Care plan', 'Updates, backups and holiday hours.', 'maintenance', 'in_progress', 'low', 1900, null),
  ('Live Oak Properties', 'Rental search', 'Filters people use and photos that load.', 'web_development', 'review', 'high', 12500, null),
  ('Live Oak Properties', 'Maintenance requests', 'Tenants text a photo and the right person gets it.', 'ai_automation', 'in_progress', 'high', 6100, 'Confirms every request within a minute.'),
  ('Live Oak Properties', 'Signs for nine properties', 'House numbers, wayfinding and lawn signs.', 'graphic_design', 'completed', 'medium', 3300, null),
  ('Rosie''s Catering', 'Menus that sell themselves', 'Four menus, photographed, with prices per guest.', 'graphic_design', 'in_progress', 'high', 2400, null),
  ('Rosie''s Catering', 'Same-day quotes', 'Enter guests, date and menu, get a first quote.', 'ai_automation', 'review', 'medium', 3700, 'Rosie approves every quote before it goes out.'),
  ('Rosie''s Catering', 'Bridal expo', 'A booth, a tasting and a follow-up list.', 'consultation', 'completed', 'medium', 700, null),
  ('Tidewater Music School', 'Lessons online', 'Find a teacher, see open times and book.', 'web_development', 'on_hold', 'medium', 5600, null),
  ('Tidewater Music School', 'Recital posters', 'A poster series for the spring recitals.', 'graphic_design', 'completed', 'low', 540, null),
  ('Pelican Print & Sign', 'Upload and quote', 'Customers upload a file and see a price.', 'web_development', 'planning', 'high', 8200, 'Files up to 2 GB.'),
  ('Pelican Print & Sign', 'Website care', 'Updates and backups for the old site until the new one launches.', 'maintenance', 'in_progress', 'low', 600, null),
  ('Dupree Accounting', 'Tax season letters', 'Three letters that get documents in on time.', 'digital_marketing', 'planning', 'medium', 1100, null),
  ('Dupree Accounting', 'Client portal, options', 'Three products compared, with a recommendation.', 'consultation', 'in_progress', 'medium', 1500, null),
  ('Fix-It Phones', 'Two-page website', 'Prices, hours and directions.', 'web_development', 'planning', 'low', 900, null);

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
