-- Schema for scheduled commands: statements define the schedules, and the engine runs the commands.
create schema cron;

-- The numbers that a field of a schedule matches, as '*/15', '1-5', 'mon,wed' or '0,30'; null for an invalid field. A step
-- beyond the field leaves its first number, as in pg_cron up to 1.6.4, which hosted projects have.
create function cron._field(field text, low integer, high integer, names text[] default '{}') returns integer[]
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

-- The interval in seconds of a schedule such as '10 seconds'; null for any other schedule.
create function cron._seconds(schedule text) returns integer language sql immutable set search_path = '' as $$
  select case when seconds between 1 and 59 then seconds end
  from (select (regexp_match(lower(btrim(schedule)), '^(\d{1,2})\s+seconds?$'))[1]::integer) as asked (seconds)
$$;

-- Whether a schedule is due in the minute that begins at this time, in GMT. Null for anything but a valid schedule of
-- minutes.
create function cron._is_due(schedule text, minute timestamptz) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  at      timestamp := minute at time zone 'GMT';
  fields  text[] := regexp_split_to_array(case lower(btrim(schedule))
    when '@hourly' then '0 * * * *'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@weekly' then '0 0 * * 0'
    when '@monthly' then '0 0 1 * *'
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    else btrim(schedule)
  end, '\s+');
  last_day text := extract(day from date_trunc('month', at) + interval '1 month - 1 day')::text;
  minutes integer[] := cron._field(fields[1], 0, 59);
  hours   integer[] := cron._field(fields[2], 0, 23);
  -- $ is the last day of the month.
  days    integer[] := cron._field(regexp_replace(fields[3], '(^|,)\$(?=,|$)', '\1' || last_day), 1, 31);
  months  integer[] := cron._field(fields[4], 1, 12,
    array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']);
  -- Sunday is 0 and 7.
  weekdays integer[] := cron._field(fields[5], 0, 7, array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  is_day     boolean;
  is_weekday boolean;
begin
  if cardinality(fields) <> 5 or minutes is null or hours is null or days is null or months is null or weekdays is null then
    return null;
  end if;
  is_day = extract(day from at)::integer = any(days);
  is_weekday = extract(dow from at)::integer = any(weekdays) or extract(isodow from at)::integer = any(weekdays);
  return extract(minute from at)::integer = any(minutes)
    and extract(hour from at)::integer = any(hours)
    and extract(month from at)::integer = any(months)
    -- Where both name days, either will do.
    and case when fields[3] like '*%' or fields[5] like '*%' then is_day and is_weekday else is_day or is_weekday end;
end
$$;
