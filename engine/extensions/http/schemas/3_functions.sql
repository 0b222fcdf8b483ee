-- What asks by one method or another, and what else the extension brings.
create function extensions.http_get(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('GET', uri, null, null, null)::extensions.http_request)
$$;

create function extensions.http_post(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('POST', uri, null, content_type, content)::extensions.http_request)
$$;

create function extensions.http_put(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('PUT', uri, null, content_type, content)::extensions.http_request)
$$;

create function extensions.http_patch(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('PATCH', uri, null, content_type, content)::extensions.http_request)
$$;

create function extensions.http_delete(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('DELETE', uri, null, content_type, content)::extensions.http_request)
$$;

create function extensions.http_delete(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('DELETE', uri, null, null, null)::extensions.http_request)
$$;

create function extensions.http_head(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('HEAD', uri, null, null, null)::extensions.http_request)
$$;

create function extensions.http_header(field varchar, value varchar) returns extensions.http_header
language sql immutable as $$
  select field, value
$$;

create function extensions.http_headers(variadic args text[]) returns extensions.http_header[]
language plpgsql immutable strict as $$
begin
  if cardinality(args) % 2 <> 0 then
    raise exception 'Arguments must be provided in key-value pairs';
  end if;
  return array(
    select (args[i], args[i + 1])::extensions.http_header from generate_series(1, cardinality(args), 2) as i
  );
end
$$;

create function extensions.text_to_bytea(data text) returns bytea language sql immutable strict as $$
  select convert_to(data, 'utf8')
$$;

create function extensions.bytea_to_text(data bytea) returns text language sql immutable strict as $$
  select convert_from(data, 'utf8')
$$;

-- Each byte but letters, digits and -._* as %XX, and a space as +.
create function extensions.urlencode(string bytea) returns text language sql immutable strict as $$
  select coalesce(string_agg(
    case
      when chr(byte) ~ '^[A-Za-z0-9._*-]$' then chr(byte)
      when byte = 32 then '+'
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by place), '')
  from (select get_byte(string, place), place from generate_series(0, length(string) - 1) as place) as bytes (byte, place)
$$;

create function extensions.urlencode(string varchar) returns text language sql immutable strict as $$
  select extensions.urlencode(convert_to(string, 'utf8'))
$$;

create function extensions.urlencode(data jsonb) returns text language sql immutable strict as $$
  select coalesce(string_agg(
    extensions.urlencode(key::varchar) || '=' || extensions.urlencode(coalesce(value, '')::varchar), '&'), '')
  from jsonb_each_text(data)
$$;

create function extensions.http_get(uri varchar, data jsonb) returns extensions.http_response language sql as $$
  select extensions.http_get((uri || '?' || extensions.urlencode(data))::varchar)
$$;

create function extensions.http_post(uri varchar, data jsonb) returns extensions.http_response language sql as $$
  select extensions.http_post(uri, extensions.urlencode(data)::varchar, 'application/x-www-form-urlencoded')
$$;

-- How the extension would ask: remembered by nobody.
create function extensions.http_set_curlopt(curlopt varchar, value varchar) returns boolean language sql as 'select true';
create function extensions.http_reset_curlopt() returns boolean language sql as 'select true';
create function extensions.http_list_curlopt() returns table (curlopt text, value text) language sql
  as 'select null::text, null::text where false';

-- Anybody may call them, whatever the project says of new functions.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid from pg_proc
    where pronamespace = 'extensions'::regnamespace
      and (proname ~ '^http(_|$)' or proname in ('urlencode', 'text_to_bytea', 'bytea_to_text'))
  loop
    execute format('grant execute on function %s to public', routine);
  end loop;
end
$$;
