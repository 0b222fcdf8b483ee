-- For hosted Supabase: calls the function webhooks once a minute while there is something to deliver, as this project's
-- server does four times a minute. Run it in the SQL editor after due-mails.sql, which stores the two values.
select cron.schedule(
  'webhooks',
  '* * * * *',
  $$select private.call_function('webhooks') where public.has_due_webhooks()$$
);
