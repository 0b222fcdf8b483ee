-- Page counts of the last three months: more on working days, and growing from month to month. Inserted directly, as
-- the server does.
insert into public.page_counts (day, page, service, plan, visits, views, calls)
select today - ago, page, service, plan,
       round(busy * entries)::integer, round(busy * opened)::integer, round(busy * called * (0.5 + ago * 3 % 7 / 6.0))::integer
from (select (now() at time zone 'UTC')::date as today) as clock,
  generate_series(0, 120) as ago,
  lateral (
    select (case when extract(isodow from today - ago) > 5 then 0.45 else 1 end)
           * (1.3 - ago / 200.0) * (0.8 + (ago * 7 % 10) / 20.0)
           * (case when ago = 0 then 0.4 else 1 end) as busy
  ) as traffic,
  (values
    ('/',                           '',          '',          9.0, 12.0, 0.5),
    ('/services',                   '',          '',          0.6,  4.0, 0.3),
    ('/services/web-development',   'website',   '',          1.6,  3.2, 0.5),
    ('/services/digital-marketing', 'marketing', '',          0.9,  2.1, 0.3),
    ('/services/ai-automation',     'ai',        '',          1.1,  2.4, 0.3),
    ('/services/graphic-design',    'design',    '',          0.4,  1.2, 0.1),
    ('/pricing',                    '',          '',          1.2,  5.0, 0.9),
    ('/pricing',                    '',          'Growth AI', 0.8,  1.0, 0.3),
    ('/contact',                    '',          '',          0.7,  3.6, 0.0)
  ) as pages (page, service, plan, entries, opened, called);
