-- Base64url as in tokens: without padding, and with characters that need no escaping in URLs.
create function extensions.url_encode(data bytea) returns text language sql immutable as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;

create function extensions.url_decode(data text) returns bytea language sql immutable as $$
  select decode(rpad(translate(data, '-_', '+/'), (length(data) + 3) / 4 * 4, '='), 'base64')
$$;

create function extensions.algorithm_sign(signables text, secret text, algorithm text) returns text
language sql immutable as $$
  select extensions.url_encode(extensions.hmac(signables, secret, case algorithm
    when 'HS256' then 'sha256'
    when 'HS384' then 'sha384'
    when 'HS512' then 'sha512'
    -- hmac() knows no such hash, and says so.
    else ''
  end))
$$;

create function extensions.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable as $$
  select signables || '.' || extensions.algorithm_sign(signables, secret, algorithm)
  from (
    select concat_ws('.',
      extensions.url_encode(convert_to('{"alg":"' || algorithm || '","typ":"JWT"}', 'utf8')),
      extensions.url_encode(convert_to(payload::text, 'utf8')))
  ) as token (signables)
$$;

create function extensions.try_cast_double(inp text) returns double precision language plpgsql immutable as $$
begin
  return inp::double precision;
exception when others then
  return null;
end
$$;

-- Whether a token was signed with this secret and is currently valid.
create function extensions.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean) language sql stable as $$
  select
    parts.header,
    parts.payload,
    parts.is_signed and now() <@ tstzrange(
      to_timestamp(extensions.try_cast_double(parts.payload ->> 'nbf')),
      to_timestamp(extensions.try_cast_double(parts.payload ->> 'exp')))
  from (
    select
      convert_from(extensions.url_decode(part[1]), 'utf8')::json as header,
      convert_from(extensions.url_decode(part[2]), 'utf8')::json as payload,
      part[3] = extensions.algorithm_sign(part[1] || '.' || part[2], secret, algorithm) as is_signed
    from string_to_array(token, '.') as part
  ) as parts
$$;

-- Everybody may call these functions, regardless of the project's default privileges.
grant execute on function extensions.url_encode, extensions.url_decode, extensions.algorithm_sign, extensions.sign,
  extensions.try_cast_double, extensions.verify to public;
