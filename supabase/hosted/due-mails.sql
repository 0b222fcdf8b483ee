-- On hosted Supabase: has the function send-due-mails called once a minute while there is something to send, as our own server
-- does. Run it once in the SQL editor, with the extensions pg_cron and pg_net enabled and the two values put in.
select vault.create_secret('https://….supabase.co', 'project_url');
select vault.create_secret('the service_role key', 'service_role_key');

select cron.schedule(
  'due-mails',
  '* * * * *',
  $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/send-due-mails',
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')
    ),
    body := '{}'::jsonb
  )
  where public.has_due_mails()
  $$
);
