-- For hosted Supabase: calls the function settle-deleted once a minute while there is something to do, as this
-- project's server does. Run it in the SQL editor after due-mails.sql, which stores the two values.
select cron.schedule(
  'deletions',
  '* * * * *',
  $$select private.call_function('settle-deleted') where public.has_deletions_to_settle()$$
);
