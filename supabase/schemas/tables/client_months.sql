-- The months of clients: what the agency writes about a month, and what the client was mailed of it. A month in which nobody
-- wrote anything and that was not mailed has no row; its page follows from the updates alone.

-- Whether these are the numbers of a month: at most six with different names, each with at most two decimals.
create function private.are_month_numbers(numbers jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  number jsonb;
  names text[] := '{}';
begin
  if jsonb_typeof(numbers) <> 'array' or jsonb_array_length(numbers) > 6 then
    return false;
  end if;
  for number in select * from jsonb_array_elements(numbers) loop
    if jsonb_typeof(number) <> 'object'
       or jsonb_typeof(number -> 'name') is distinct from 'string'
       or jsonb_typeof(number -> 'value') is distinct from 'number'
       or number - 'name' - 'value' <> '{}'
       or number ->> 'name' !~ '\S' or length(number ->> 'name') > 60
       or abs((number ->> 'value')::numeric) >= 1e12
       or scale(trim_scale((number ->> 'value')::numeric)) > 2
       or private.same_letters(number ->> 'name') = any (names) then
      return false;
    end if;
    names := names || private.same_letters(number ->> 'name');
  end loop;
  return true;
end
$$;
revoke execute on function private.are_month_numbers from public;
grant execute on function private.are_month_numbers to authenticated, service_role;

create table public.client_months (
  id            uuid primary key default gen_random_uuid(),
  client_id     uuid not null references public.clients (id) on delete cascade,
  -- Its first day.
  month         date not null check (extract(day from month) = 1 and extract(year from month) between 2000 and 2999),
  words         text check (words ~ '\S' and length(words) <= 2000),
  what_next     text check (what_next ~ '\S' and length(what_next) <= 1000),
  -- Up to six: [{"name": "Calls from Google", "value": 42}].
  numbers       jsonb not null default '[]' check (private.are_month_numbers(numbers)),
  -- Whether the agency has decided not to mail it.
  is_left_out   boolean not null default false,
  created_at    timestamptz not null default now(),
  -- The time of the last change of what people wrote.
  updated_at    timestamptz not null default now(),
  -- When and by whom it was to be mailed last, and to whom. Nobody asked for a month that was mailed by itself. The database
  -- sets these columns and all that follow.
  requested_at  timestamptz,
  requested_by  uuid references public.user_profiles (id) on delete set null,
  recipient     text,
  -- The time at which the mail queue accepted the mail.
  mailed_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  -- What the page showed when it was mailed, with the ids of the updates.
  as_mailed     jsonb,
  unique (client_id, month)
);
create index client_months_requested_by_idx on public.client_months (requested_by);
create index client_months_waiting_idx on public.client_months (requested_at)
  where mailed_at is null or mailed_at < requested_at;

alter table public.client_months enable row level security;
revoke all on public.client_months from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_months to service_role;
grant select,
      insert (client_id, month, words, what_next, numbers, is_left_out),
      update (words, what_next, numbers, is_left_out)
  on public.client_months to authenticated;

create policy "people who see a client read its months"
  on public.client_months for select to authenticated
  using (exists (select from public.clients where clients.id = client_months.client_id));

create policy "people who see a client write about its months"
  on public.client_months for insert to authenticated
  with check (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_months.client_id)
  );

create policy "people who see a client change what was written about its months"
  on public.client_months for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_months.client_id)
  );

-- To mail a month, or to leave it out, is no change that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.client_months for each row
  when ((old.words, old.what_next, old.numbers) is distinct from (new.words, new.what_next, new.numbers))
  execute function private.touch_updated_at();

alter publication supabase_realtime add table public.client_months;
