-- For hosted Supabase: calls the function send-pushes every ten seconds while there is something to send, as this project's
-- server does. Run it in the SQL editor after due-mails.sql, which stores the two values.
select cron.schedule(
  'due-pushes',
  '10 seconds',
  $$select private.call_function('send-pushes') where public.has_due_pushes()$$
);
