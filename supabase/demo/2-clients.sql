-- Forty businesses, with those of seed.sql.
create temporary table demo_clients (
  person text, name text, company_name text, email text, phone text, website_url text, industry text,
  prospect_status text, days_ago int
);
grant select on demo_clients to authenticated;
insert into demo_clients values
  ('ana',  'Juniper & Rye',             'Juniper & Rye Distillery LLC',     'hello@juniperrye.test',        '(555) 014-1933', 'https://juniperrye.test',       'Food & Beverage',       'active',    334),
  ('ben',  'Kim''s Dry Cleaning',       'Kim Brothers Cleaning Inc.',       'grace@kimscleaning.test',      '(555) 017-3322', 'https://kimscleaning.test',     'Other',                 'active',    296),
  ('ivy',  'Blue Heron Kayaks',         'Blue Heron Outfitters LLC',        'paddle@blueheron.test',        '(555) 014-6712', 'https://blueheron.test',        'Retail',                'active',    241),
  ('ben',  'Fourth Street Dental Lab',  null,                               'lab@fourthstreetdental.test',  '(555) 014-2254', null,                            'Healthcare',            'completed', 226),
  ('ana',  'Cedar Hill Montessori',     'Cedar Hill School Association',    'office@cedarhill.test',        '(555) 014-8190', 'https://cedarhill.test',        'Education',             'active',    204),
  ('dev',  'Torres & Vega Immigration', 'Torres & Vega PLLC',               'intake@torresvega.test',       '(555) 014-5077', 'https://torresvega.test',       'Professional Services', 'active',    143),
  ('ivy',  'The Copper Kettle',         'Copper Kettle Tearoom',            'tea@copperkettle.test',        '(555) 014-3846', 'https://copperkettle.test',     'Food & Beverage',       'paused',    131),
  ('dev',  'Northshore Solar',          'Northshore Solar & Storage Inc.',  'sales@northshoresolar.test',   '(555) 014-9901', 'https://northshoresolar.test',  'Technology',            'active',    118),
  ('ben',  'Haddad Furniture',          'Haddad & Daughters Furniture',     'omar@haddadfurniture.test',    '(555) 017-9001', 'https://haddadfurniture.test',  'Retail',                'active',    84),
  ('ana',  'Old Mill Brewing',          'Old Mill Brewing Company',         'taproom@oldmillbrewing.test',  '(555) 014-7008', 'https://oldmillbrewing.test',   'Manufacturing',         'inactive',  79),
  ('dev',  'Harbor Lights Credit Union', null,                              'members@harborlights.test',    '(555) 014-4100', 'https://harborlights.test',     'Finance',               'prospect',  16),
  ('rosa', 'Fix-It Phones',             null,                               'hi@fixitphones.test',          null,             null,                            'Technology',            'prospect',  2),
  ('otto', 'Bayou Bike Works',          'Bayou Bike Works LLC',             'ride@bayoubikes.test',         '(555) 019-6262', 'https://bayoubikes.test',       'Retail',                'active',    288),
  ('cleo', 'Gulf Coast Charters',       'Gulf Coast Charter Fishing Inc.',  'captain@gulfcharters.test',    '(555) 019-4410', 'https://gulfcharters.test',     'Other',                 'active',    246),
  ('otto', 'Saint Brigid''s Food Bank', null,                               'volunteer@stbrigids.test',     '(555) 019-1200', 'https://stbrigids.test',        'Non-Profit',            'active',    211),
  ('cleo', 'Pecan Lane Pediatrics',     'Pecan Lane Pediatric Partners PA', 'frontdesk@pecanlane.test',     '(555) 019-3535', 'https://pecanlane.test',        'Healthcare',            'active',    176),
  ('otto', 'Live Oak Properties',       'Live Oak Property Management LLC', 'rentals@liveoak.test',         '(555) 019-9090', 'https://liveoak.test',          'Real Estate',           'active',    152),
  ('lena', 'Rosie''s Catering',         'Rosie Duval Catering',             'events@rosiescatering.test',   '(555) 019-5858', 'https://rosiescatering.test',   'Food & Beverage',       'active',    88),
  ('lena', 'Tidewater Music School',    null,                               'lessons@tidewatermusic.test',  '(555) 019-8765', 'https://tidewatermusic.test',   'Education',             'paused',    66),
  ('lena', 'Pelican Print & Sign',      'Pelican Print & Sign Co.',         'jobs@pelicanprint.test',       '(555) 019-2323', 'https://pelicanprint.test',     'Manufacturing',         'prospect',  19),
  ('lena', 'Dupree Accounting',         'Dupree & Hall CPAs',               'hello@dupreecpa.test',         '(555) 019-1041', null,                            'Finance',               'prospect',  4);

do $$
declare
  author text;
begin
  for author in select distinct person from demo_clients loop
    perform pg_temp.act_as(author);
    insert into public.clients
      (name, company_name, email, phone, website_url, industry, prospect_status, plan, plan_since)
    select
      name, company_name, email, phone, website_url, industry, prospect_status,
      -- Active clients have a plan.
      case prospect_status
        when 'active' then (array['Growth AI', 'Starter AI', 'Elite AI', 'Growth AI'])[1 + days_ago % 4]
      end,
      case prospect_status when 'active' then current_date - days_ago end
    from demo_clients where person = author;
    reset role;
  end loop;
end
$$;

update public.clients set created_at = now() - days_ago * interval '1 day' - interval '2 hours'
from demo_clients where clients.name = demo_clients.name;
