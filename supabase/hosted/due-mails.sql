-- For hosted Supabase: calls the function send-due-mails once a minute while there is something to send, as this
-- project's server does. Run it in the SQL editor with your two values filled in, and again when one of them changes.
do $$
declare
  -- The values are in the project's settings, "Data API" and "API Keys": the secret key begins with sb_secret_.
  project_url text := 'https://….supabase.co';
  secret_key  text := 'the secret key';
  wanted      record;
begin
  if project_url !~ '^https?://[[:alnum:].:-]+/?$' then
    raise exception 'Put the address of your project in the place of %', project_url;
  end if;
  if secret_key !~ '^[[:alnum:]_.-]{20,}$' then
    raise exception 'Put the secret key of your project in the place of "%"', secret_key;
  end if;
  if to_regnamespace('cron') is null or to_regnamespace('net') is null then
    raise exception 'Enable the extensions pg_cron and pg_net first: Database, Extensions';
  end if;
  for wanted in
    select given.name, given.value, secrets.id
      from (values ('project_url', rtrim(project_url, '/')), ('service_role_key', secret_key)) as given (name, value)
      left join vault.secrets on secrets.name = given.name
  loop
    if wanted.id is null then
      perform vault.create_secret(wanted.value, wanted.name);
    else
      perform vault.update_secret(wanted.id, wanted.value);
    end if;
  end loop;
end
$$;

-- Calls one of the functions, and waits for its answer until shortly before the next call.
create or replace function private.call_function(name text) returns bigint language sql set search_path = '' as $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/' || call_function.name,
    headers := jsonb_build_object('content-type', 'application/json', 'apikey', secret.key, 'authorization', 'Bearer ' || secret.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000
  )
  from (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key') as secret (key)
$$;
revoke all on function private.call_function from public;

select cron.schedule(
  'due-mails',
  '* * * * *',
  $$select private.call_function('send-due-mails') where public.has_due_mails()$$
);
