-- For hosted Supabase: erases enquiries that became nobody each night at three o'clock UTC, as this project's server does
-- at night. Run it once in the SQL editor, with the extension pg_cron enabled.
select cron.schedule('forgetting', '0 3 * * *', 'select public.forget_enquiries()');
