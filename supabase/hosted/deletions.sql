-- On hosted Supabase: has the function settle-deleted called once a minute while there is something to do, as our own server
-- does. Run it once in the SQL editor, after due-mails.sql, which stores the two secrets.
select cron.schedule(
  'deletions',
  '* * * * *',
  $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/settle-deleted',
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')
    ),
    body := '{}'::jsonb
  )
  where public.has_deletions_to_settle()
  $$
);
