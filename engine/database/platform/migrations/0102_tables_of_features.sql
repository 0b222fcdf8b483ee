-- A feature brings its tables itself from now on, where it is on. Those that earlier migrations made stay as they are, with
-- all that is in them, and count as brought.
create table engine.feature_migrations (
  feature    text not null,
  version    text not null,
  name       text not null,
  checksum   text,
  applied_at timestamptz not null default now(),
  primary key (feature, version)
);

insert into engine.feature_migrations (feature, version, name)
select feature, '0000', 'schemas'
from unnest(array[
  'custom-providers', 'oauth-server', 'passkeys', 'recovery-codes', 'single-sign-on', 'authenticator-apps',
  'vector-buckets', 'analytics-buckets'
]) as feature;

-- Codes that were not redeemed yet would become sessions afterwards.
create function engine.void_codes_of_oauth_server(person uuid) returns void language sql set search_path = '' as $$
  delete from auth.oauth_authorizations where user_id = person and status = 'approved'
$$;

-- Codes that a person's applications have and did not redeem yet lead to no session any more. A feature that gives out such
-- codes brings a function for them, whose name begins so: engine.void_codes_of_…(person).
create function engine.void_codes(person uuid) returns void language plpgsql set search_path = '' as $$
declare
  of_feature regproc;
begin
  for of_feature in
    select oid::regproc from pg_catalog.pg_proc
    where proname like 'void\_codes\_of\_%' and pronamespace = 'engine'::regnamespace
  loop
    execute format('select %s($1)', of_feature) using person;
  end loop;
end
$$;

-- What was sent to a person, or begun by them, opens nothing any more: links and codes, sign-ins that wait for their second
-- half, codes of applications. With keep_changes the links stay that confirm a new address or number of theirs.
create or replace function engine.void_links(person uuid, keep_changes boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.one_time_tokens
  where user_id = person
    and not (keep_changes
             and token_type in ('email_change_token_new', 'email_change_token_current', 'phone_change_token'));
  delete from auth.flow_state
  where (user_id = person or linking_target_id = person)
    and not (keep_changes and authentication_method = 'email_change' and auth_code_issued_at is null);
  perform engine.void_codes(person);
  update auth.users
  set confirmation_token = '', recovery_token = '', reauthentication_token = ''
  where id = person and '' < any (array[confirmation_token, recovery_token, reauthentication_token]);
  if not keep_changes then
    update auth.users
    set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
        phone_change = '', phone_change_token = ''
    where id = person and '' < any (array[email_change, phone_change]);
  end if;
end
$$;
