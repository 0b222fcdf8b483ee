-- The numbers that a field of a schedule matches, as '*/15', '1-5', 'mon,wed' or '0,30'; null for an invalid field. A step
-- beyond the field leaves its first number, as in pg_cron up to 1.6.4, which hosted projects have.
create or replace function cron._field(field text, low integer, high integer, names text[] default '{}') returns integer[]
language plpgsql immutable strict set search_path = '' as $$
declare
  numbers integer[] := '{}';
  part    text;
  parts   text[];
  first   integer;
  last    integer;
begin
  foreach part in array string_to_array(lower(field), ',') loop
    parts = regexp_match(part, '^(?:\*|(\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?)(?:/(\d{1,4}))?$');
    if parts is null or parts[1] is not null and parts[2] is null and parts[3] is not null then
      return null;
    end if;
    first = case
      when parts[1] is null then low
      when parts[1] ~ '\d' then parts[1]::integer
      else low - 1 + array_position(names, parts[1])
    end;
    last = case
      when parts[1] is null then high
      when parts[2] is null then first
      when parts[2] ~ '\d' then parts[2]::integer
      else low - 1 + array_position(names, parts[2])
    end;
    if coalesce(first < low or last > high or first > last or parts[3]::integer = 0, first is null or last is null) then
      return null;
    end if;
    numbers = numbers || array(select generate_series(first, last, coalesce(parts[3]::integer, 1)));
  end loop;
  return nullif(numbers, '{}');
end
$$;
