-- Options of the REST service that are off by default, set in the way of a hosted project.
do $$
declare
  setting record;
begin
  for setting in
    select * from (values
      ('pgrst.db_aggregates_enabled', 'true'),
      ('pgrst.db_plan_enabled',       'true'),
      ('pgrst.db_tx_end',             'commit-allow-override')
    ) as settings (name, value)
  loop
    execute format(
      'alter role authenticator in database %I set %s = %L', current_database(), setting.name, setting.value
    );
  end loop;
end
$$;
notify pgrst, 'reload config';

-- A function for PGRST_DB_PRE_REQUEST.
create function public.before_each() returns void language plpgsql as $$
declare
  headers json := current_setting('request.headers', true)::json;
begin
  if headers ->> 'x-block' is not null then
    raise sqlstate 'PT403' using message = 'blocked';
  end if;
  perform set_config(
    'response.headers',
    coalesce(
      headers ->> 'x-answer-with',
      json_build_array(json_build_object('x-before', current_setting('request.path', true)))::text
    ),
    true
  );
end
$$;
