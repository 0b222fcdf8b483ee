-- What becomes a link is the address of a host: names with dots between them, of letters, digits and hyphens of any
-- script, after http(s):// or without it, then. A single name needs the http(s)://, since javascript:1/alert(1) would be
-- one with a port. No user before an @, no port that is none, and nothing that is not seen: control characters, white
-- space of any alphabet, marks that turn the writing round. The same as web/lib/web-link.ts.
create or replace function private.is_web_address(address text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  letter constant text :=
    'A-Za-z0-9_\u00C0-\u061B\u061D-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFAFF';
  name constant text := '[' || letter || ']([' || letter || '-]*[' || letter || '])?';
  port constant text := '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?';
  rest constant text := '([/?#][^\u0001-\u0020"<>\\\u007F-\u00A0\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F'
    '\u205F-\u206F\u3000\uFEFF]*)?';
begin
  return length(address) <= 2048 and address ~ (
    '^([Hh][Tt][Tt][Pp][Ss]?://' || name || '(\.' || name || ')*|' || name || '(\.' || name || ')+)' || port || rest || '$'
  );
end
$$;

-- What is there already and no address by this rule: a single name was followed as one of https, and is that. Anything
-- else never was a link.
create function private.mended_web_address(address text) returns text
language sql immutable set search_path = ''
return case
  when private.is_web_address(address) then address
  when private.is_web_address('https://' || address) then 'https://' || address
end;

update public.agencies
set website_url = private.mended_web_address(website_url), logo_url = private.mended_web_address(logo_url)
where not private.is_web_address(website_url) or not private.is_web_address(logo_url);
update public.user_profiles set avatar_url = private.mended_web_address(avatar_url)
where not private.is_web_address(avatar_url);
update public.clients set website_url = private.mended_web_address(website_url)
where not private.is_web_address(website_url);
update public.password_vault set website_url = private.mended_web_address(website_url)
where not private.is_web_address(website_url);

drop function private.mended_web_address;
