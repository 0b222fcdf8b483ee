-- replaces: 20261230000000
-- Two clients of one name with two addresses are two clients: only an address or an id says that one is there already.
create or replace function public.import_rows(import uuid, place text, agency uuid, given jsonb)
returns table (added integer, updated integer)
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := private.imported_columns(place);
  listed constant text := array_to_string(columns, ', ');
  new_rows constant jsonb := jsonb_path_query_array(given, '$[*] ? (!exists(@.id))');
  is_known boolean;
  before jsonb;
  inserted jsonb;
  changed jsonb;
begin
  -- What is none of these never comes into a statement.
  if columns is null then
    raise exception 'Only clients and projects are imported.' using errcode = '22023';
  end if;
  -- Whoever asks whether it arrived waits until it has.
  perform pg_advisory_xact_lock(hashtextextended(import::text, 0));
  return query select imports.added, imports.updated from public.imports where imports.id = import;
  if found or jsonb_array_length(given) = 0 then
    return;
  end if;
  if agency is distinct from private.my_active_agency_id() and not private.is_super_admin() then
    raise exception 'You may not import into this agency.' using errcode = '42501';
  end if;
  if jsonb_array_length(given) > 5000 then
    raise sqlstate 'PT413' using message = 'At most 5,000 rows are imported at once.';
  end if;

  -- Of two people who import the same file at once, the second one finds what the first one added.
  perform pg_advisory_xact_lock(hashtextextended(agency::text, 0));
  -- A namesake with another address is another client, or somebody has said so row by row.
  execute format(
    $sql$
    select exists (
      select from public.%I($1, $2) as known
      where known.found is not null and to_jsonb(known) ->> 'recognised_by' is distinct from 'name'
    )
    $sql$, 'match_' || place
  ) using agency, new_rows into is_known;
  if is_known then
    raise sqlstate 'PT409' using message = 'Somebody has added some of these meanwhile. Please look at the preview again.';
  end if;

  execute format(
    $sql$
    with inserted as (
      insert into public.%1$I (agency_id, %2$s)
      select $1, %2$s from jsonb_populate_recordset(null::public.%1$I, $2)
      returning id, updated_at
    )
    select coalesce(jsonb_agg(inserted), '[]') from inserted
    $sql$, place, listed
  ) using agency, new_rows into inserted;

  execute format(
    $sql$
    select coalesce(jsonb_agg(kept), '[]')
    from (
      select kept.*
      from public.%1$I as kept
      join jsonb_populate_recordset(null::public.%1$I, $2) as new on new.id = kept.id and new.updated_at = kept.updated_at
      where kept.agency_id = $1
      for update of kept
    ) as kept
    $sql$, place
  ) using agency, given into before;
  execute format(
    $sql$
    with changed as (
      update public.%1$I as kept
      set (%2$s) = row(%3$s)
      from jsonb_populate_recordset(null::public.%1$I, $2) as new
      where kept.id = new.id and kept.updated_at = new.updated_at and kept.agency_id = $1
      returning kept.id, kept.updated_at
    )
    select coalesce(jsonb_agg(changed), '[]') from changed
    $sql$, place, listed,
    (select string_agg(format('coalesce(new.%1$I, kept.%1$I)', name), ', ') from unnest(columns) as name)
  ) using agency, given into changed;
  if jsonb_array_length(new_rows) + jsonb_array_length(changed) < jsonb_array_length(given) then
    raise sqlstate 'PT409' using message = 'Somebody has changed some of these meanwhile. Please look at the preview again.';
  end if;

  perform private.note_import(import, place, agency, inserted, changed, before);
  return query select imports.added, imports.updated from public.imports where imports.id = import;
end
$$;
