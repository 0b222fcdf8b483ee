-- For hosted Supabase: gives the newest lines of the audit trail their positions in the chain once a minute, and
-- removes old lines, as this project's server does. Run it once in the SQL editor, with the extension pg_cron enabled.
select cron.schedule('audit-trail', '* * * * *', 'select public.keep_audit_trail()');
