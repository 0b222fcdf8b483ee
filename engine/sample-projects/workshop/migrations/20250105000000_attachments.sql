CREATE EXTENSION IF NOT EXISTS pg_net;

insert into storage.buckets (id, name, public) values ('attachments', 'attachments', true) on conflict do nothing;

create policy "Attachments 1mt4rzk_0" on storage.objects for select to authenticated using (bucket_id = 'attachments');
create policy "Attachments 1mt4rzk_1" on storage.objects for insert to authenticated with check (bucket_id = 'attachments');
create policy "Attachments 1mt4rzk_3" on storage.objects for delete to authenticated using (bucket_id = 'attachments');

DO $migration$
BEGIN
  EXECUTE 'DROP TRIGGER IF EXISTS on_notes_deleted_remove_attachments ON public.notes';

  EXECUTE $url_sql$
    CREATE OR REPLACE FUNCTION public.get_attachments_function_url()
    RETURNS text
    LANGUAGE plpgsql
    AS $function$
    DECLARE
      issuer text;
      function_url text;
    BEGIN
      issuer := coalesce(
        nullif(current_setting('request.jwt.claim.iss', true), ''),
        (coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'iss')
      );
      function_url := left(issuer, length(issuer) - 8) || '/functions/v1/remove_attachments';
      RETURN regexp_replace(function_url, '^http://(127\.0\.0\.1|localhost):', 'http://host.docker.internal:');
    END;
    $function$;
  $url_sql$;

  EXECUTE $cleanup_sql$
    CREATE OR REPLACE FUNCTION public.remove_attachments()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path TO ''
    AS $function$
    DECLARE
      auth_header text;
    BEGIN
      auth_header := coalesce(
        nullif(current_setting('request.headers', true), '')::jsonb,
        '{}'::jsonb
      ) ->> 'authorization';

      IF auth_header IS NULL OR auth_header = '' THEN
        RETURN OLD;
      END IF;

      PERFORM net.http_post(
        url := public.get_attachments_function_url(),
        body := jsonb_build_object('old_record', OLD, 'record', NEW, 'type', TG_OP),
        params := '{}'::jsonb,
        headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', auth_header),
        timeout_milliseconds := 10000
      );
      RETURN OLD;
    END;
    $function$;
  $cleanup_sql$;

  EXECUTE 'CREATE TRIGGER on_notes_deleted_remove_attachments AFTER DELETE ON public.notes FOR EACH ROW EXECUTE FUNCTION public.remove_attachments()';
END;
$migration$;
