-- How named sources send enquiries. Only the function enquiry-in calls these, with the hash of the secret in the address.

-- The source of an address, and the hash of its key for Google; no row for a revoked one, as for an unknown one.
create function public.open_enquiry_source(secret_hash text) returns table (id uuid, google_key_hash text)
language sql stable security definer set search_path = '' as $$
  select sources.id, encode(secrets.google_key_hash, 'hex')
  from private.enquiry_source_secrets as secrets
  join public.enquiry_sources as sources on sources.id = secrets.source_id
  where secrets.secret_hash = decode(open_enquiry_source.secret_hash, 'hex') and sources.revoked_at is null
$$;
revoke execute on function public.open_enquiry_source from public, anon, authenticated;
grant execute on function public.open_enquiry_source to service_role;

-- Stores what a source sends: `fields` are the six of the contact form, and `lines` what else it sent, which becomes the end of
-- the message. `key_hash` is that of the sender's own id for it. Returns 'stored' or 'test' with the new enquiry, 'repeated'
-- if it is known already, 'too many', or 'revoked'.
create function public.take_enquiry(
  source uuid, fields jsonb, lines text default null, key_hash text default null, is_test boolean default false
) returns table (outcome text, enquiry uuid)
language plpgsql security definer set search_path = '' as $$
declare
  key constant bytea := decode(take_enquiry.key_hash, 'hex');
  sent constant public.contact_submissions := jsonb_populate_record(null::public.contact_submissions, fields);
begin
  -- What one source sends at once waits here, so that nothing is stored twice and its limit is exact.
  perform from public.enquiry_sources where id = source and revoked_at is null for no key update;
  if not found then
    outcome := 'revoked';
  elsif exists (
    select from private.enquiry_receipts as known where known.source_id = source and known.key_hash = key
  ) then
    outcome := 'repeated';
  elsif private.has_source_sent_too_many(source) then
    outcome := 'too many';
  else
    -- Nobody waits for the sender of a test, and no mail tells of it.
    insert into public.contact_submissions
      (name, business_name, email, phone, service, message, came_by, source_id, suspicions, state, notified_at)
    values (
      sent.name, sent.business_name, sent.email, sent.phone, sent.service,
      nullif(concat_ws(E'\n\n', nullif(sent.message, ''), nullif(lines, '')), ''), 'source', source,
      private.suspicions_of(sent.name, concat_ws(' ', sent.business_name, sent.phone, sent.message)),
      case when is_test then 'test' else 'new' end, case when is_test then now() end
    )
    returning id into enquiry;
    outcome := case when enquiry is null then 'repeated' when is_test then 'test' else 'stored' end;
    if key is not null then
      insert into private.enquiry_receipts (source_id, key_hash) values (source, key);
    end if;
    update public.enquiry_sources
    set last_received_at = case when is_test then last_received_at else now() end,
        last_test_at = case when is_test then now() else last_test_at end
    where id = source;
  end if;
  return next;
end
$$;
revoke execute on function public.take_enquiry from public, anon, authenticated;
grant execute on function public.take_enquiry to service_role;

create function private.has_source_sent_too_many(source uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select current_setting('app.settings.rate_limits', true) is distinct from 'off' and (
    select count(*) from public.contact_submissions
    where source_id = source and created_at > now() - interval '1 hour'
  ) >= (select most_per_source from private.contact_limits)
$$;
revoke execute on function private.has_source_sent_too_many from public;

-- Records why something that a source sent was refused, for the people who set it up.
create function public.note_source_refusal(source uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  update public.enquiry_sources set last_refused_at = now(), last_refusal = left(reason, 500) where id = source;
$$;
revoke execute on function public.note_source_refusal from public, anon, authenticated;
grant execute on function public.note_source_refusal to service_role;

-- The ways by which enquiries came, with their number, for people who may read enquiries: each that is no named source, and
-- each source, of which only the name is given. What is set aside is not counted.
create function public.enquiry_origins() returns table (came_by text, source uuid, name text, is_revoked boolean, enquiries integer)
language sql stable security definer set search_path = '' as $$
  select ways.came_by, sources.id, sources.name, sources.revoked_at is not null, coalesce(counts.enquiries, 0)::integer
  from unnest(array['website', 'phone', 'visit', 'e-mail', 'recommendation', 'program', 'source']) with ordinality
    as ways (came_by, place)
  left join public.enquiry_sources as sources on ways.came_by = 'source'
  left join (
    select contact_submissions.came_by, source_id, count(*) as enquiries
    from public.contact_submissions where not is_set_aside group by 1, 2
  ) as counts on counts.came_by = ways.came_by and counts.source_id is not distinct from sources.id
  where (select private.reads_enquiries()) and (ways.came_by <> 'source' or sources.id is not null)
  order by ways.place, sources.created_at
$$;
revoke execute on function public.enquiry_origins from public, anon;
grant execute on function public.enquiry_origins to authenticated, service_role;
