-- How a client hands over what they are asked for, and how the agency takes it into its vault. As with the functions of
-- client_page.sql, only the server calls those for the client's page, with the hash of a token.

-- What the client of a link is asked for: 'asked' with the public half, 'sent', or 'expired'. It stays there for thirty days.
create function private.secrets_on_page(token_hash text, link public.client_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'ref', private.name_within_link(token_hash, secret.id),
    'label', secret.label,
    'state', case
      when secret.opened_at is not null or secret.sent_at is not null and secret.expires_at > now() then 'sent'
      when secret.expires_at > now() then 'asked'
      else 'expired'
    end,
    'at', coalesce(secret.sent_at, secret.expires_at),
    'public_key', case when secret.sent_at is null and secret.expires_at > now() then secret.public_key end
  ) order by secret.created_at, secret.id), '[]')
  from public.client_secrets as secret where secret.client_id = link.client_id
$$;
revoke execute on function private.secrets_on_page from public;

-- Stores what a client has sealed. Returns 'stored', or the reason for a refusal: 'sent' if it was sent before, 'expired', or
-- 'damaged' for what is not a sealed text. Null if the link is not valid, or its client is not asked for this.
create function public.hand_over_secret(token_hash text, secret text, sealed text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.client_links := private.valid_client_link(token_hash);
  wanted public.client_secrets;
begin
  -- The lock makes a second click wait, and then find that it was sent.
  select * into wanted from public.client_secrets as asked
  where asked.client_id = link.client_id and private.name_within_link(token_hash, asked.id) = secret
  for update;
  if not found then
    return null;
  elsif wanted.sent_at is not null then
    return 'sent';
  elsif wanted.expires_at <= now() then
    return 'expired';
  end if;
  update public.client_secrets as asked
  set sealed = coalesce(hand_over_secret.sealed, ''), sent_at = now(), expires_at = now() + interval '14 days'
  where asked.id = wanted.id;
  return 'stored';
exception when check_violation then
  return 'damaged';
end
$$;
revoke execute on function public.hand_over_secret from public, anon, authenticated;
grant execute on function public.hand_over_secret to service_role;

-- Erases the sealed text and the key pair of what the caller takes into the vault.
create function private.take_secret(secret uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.client_secrets set sealed = null, public_key = null, encrypted_private_key = null, opened_at = now()
  where id = secret and agency_id = private.my_agency_id() and private.may_write()
    and sealed is not null and expires_at > now();
  if not found then
    raise exception 'This was opened by a colleague, withdrawn, or has expired.' using errcode = 'PT409';
  end if;
end
$$;
revoke execute on function private.take_secret from public;
grant execute on function private.take_secret to authenticated;

-- Stores what a client handed over as an entry of the caller's vault, and erases the sealed text, both or neither. `entry` has
-- the columns of a new entry; row policies and grants apply as to any other.
create function public.store_handed_over(secret uuid, entry jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(entry) as key);
begin
  perform private.take_secret(secret);
  execute format(
    'insert into public.password_vault (%1$s) select %1$s from jsonb_populate_record(null::public.password_vault, $1)', columns
  ) using entry;
end
$$;
revoke execute on function public.store_handed_over from public, anon, service_role;
grant execute on function public.store_handed_over to authenticated;

-- Erases the sealed texts and key pairs of what has expired, and forgets it after another thirty days.
create function public.erase_expired_secrets() returns void
language sql security definer set search_path = '' as $$
  update public.client_secrets set sealed = null, public_key = null, encrypted_private_key = null
  where expires_at <= now() and public_key is not null;
  delete from public.client_secrets where coalesce(opened_at, expires_at) < now() - interval '30 days'
$$;
revoke execute on function public.erase_expired_secrets from public, anon, authenticated;
grant execute on function public.erase_expired_secrets to service_role;

create function private.has_expired_secrets() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.client_secrets
    where expires_at <= now() and public_key is not null or coalesce(opened_at, expires_at) < now() - interval '30 days'
  )
$$;
revoke execute on function private.has_expired_secrets from public;
