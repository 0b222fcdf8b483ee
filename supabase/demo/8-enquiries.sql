-- Enquiries of the last weeks that North's people have dealt with, so that the list shows how one goes on.
insert into public.contact_submissions
  (name, business_name, email, phone, service, message, created_at, notified_at, state, taken_by, taken_at, answered_at)
select asked.name, business_name, email, phone, service, message, now() - ago, now() - ago, state, user_profiles.id,
       now() - ago + after, now() - ago + after
from (values
  ('Denise Howell',  'Howell & Sons Plumbing',   'denise@howellplumbing.test',  '(555) 018-2214', 'website',   'Our site still shows my dad''s old number. Can you fix that, and make it work on phones?', interval '31 days', 'answered', 'Ben Carter', interval '2 hours'),
  ('Tony Marchetti', 'Marchetti''s Deli',        'tony@marchettisdeli.test',    '(555) 018-7340', 'marketing', 'What would it take to show up on Google Maps ahead of the chains?', interval '23 days', 'answered', 'Ivy Moreau', interval '4 hours'),
  ('Keisha Brown',   'Crown & Glory Hair',       'keisha@crownandglory.test',   '(555) 018-1189', 'ai',        'Clients text us at all hours to book. Is there a way to answer them automatically?', interval '16 days', 'answered', 'Ana Reyes', interval '3 hours'),
  ('Bill Tanner',    'Tanner Tree Service',      'bill@tannertree.test',        '(555) 018-6021', 'design',    'We need a logo you can read from the road on a bucket truck. Not before spring, though.', interval '11 days', 'not now', 'Ana Reyes', interval '6 hours'),
  ('Priya Raman',    'Sunrise Pediatrics',       'office@sunrisepeds.test',     '(555) 018-4475', 'website',   'Parents can''t find our hours or the after-hours line. What would a new site cost?', interval '8 days', 'answered', 'Ben Carter', interval '90 minutes'),
  ('Luis Ortega',    'Ortega Auto Body',         'luis@ortegaautobody.test',    '(555) 018-9902', 'marketing', 'Can you get us more reviews without us having to ask every single customer?', interval '5 days', 'answered', 'Ivy Moreau', interval '5 hours')
) as asked (name, business_name, email, phone, service, message, ago, state, taker, after)
join public.user_profiles on user_profiles.display_name = asked.taker;
