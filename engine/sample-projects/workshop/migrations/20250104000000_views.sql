create or replace view public.activity_log with (security_invoker = on) as
select
    ('firm.' || f.id || '.created') as id,
    'firm.created' as type,
    f.created_at as date,
    f.id as firm_id,
    to_json(f.*) as firm,
    null::json as note
from public.firms f
union all
select
    ('note.' || n.id || '.created') as id,
    'note.created' as type,
    n.date,
    c.firm_id,
    null::json as firm,
    to_json(n.*) as note
from public.notes n
    left join public.customers c on c.id = n.customer_id;

create or replace view public.firms_summary with (security_invoker = on) as
select
    f.id,
    f.name,
    f.logo,
    count(distinct c.id) as nb_customers
from public.firms f
    left join public.customers c on f.id = c.firm_id
group by f.id;

create or replace view public.customers_summary with (security_invoker = on) as
select
    c.*,
    (jsonb_path_query_array(c.emails, '$[*]."email"'))::text as email_fts,
    f.name as firm_name,
    count(distinct n.id) filter (where n.text is not null) as nb_notes
from public.customers c
    left join public.notes n on c.id = n.customer_id
    left join public.firms f on c.firm_id = f.id
group by c.id, f.name;

grant select on public.activity_log, public.firms_summary, public.customers_summary to authenticated, service_role;

drop extension if exists pg_graphql cascade;
