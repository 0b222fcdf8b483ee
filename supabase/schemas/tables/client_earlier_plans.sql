-- The plans that clients had before their present one. In the month in which a plan changes the larger number of content
-- updates counts, so the earlier plan has to be known. The database alone writes these rows.
create table public.client_earlier_plans (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete cascade,
  -- Null where the client had no plan.
  plan        text,
  since       date,
  -- The first day on which the client no longer had it.
  until       date not null,
  replaced_at timestamptz not null default clock_timestamp()
);
create index client_earlier_plans_client_id_idx on public.client_earlier_plans (client_id, replaced_at desc);

alter table public.client_earlier_plans enable row level security;
revoke all on public.client_earlier_plans from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_earlier_plans to service_role;
grant select on public.client_earlier_plans to authenticated;

create policy "people who see a client read its earlier plans"
  on public.client_earlier_plans for select to authenticated
  using (exists (select from public.clients where clients.id = client_earlier_plans.client_id));

create function private.clear_day_without_plan() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.plan_since := null;
  return new;
end
$$;
revoke execute on function private.clear_day_without_plan from public;

create trigger clear_day_without_plan
  before insert or update on public.clients for each row
  when (new.plan is null and new.plan_since is not null)
  execute function private.clear_day_without_plan();

-- Who may change a client's plan may not write its history.
create function private.keep_earlier_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest public.client_earlier_plans;
  today constant date := (now() at time zone 'UTC')::date;
begin
  -- Undoing a merge restores the earlier plans themselves.
  if private.is_bringing_back() then
    return null;
  end if;
  select * into latest
  from public.client_earlier_plans where client_id = new.id order by replaced_at desc limit 1;
  -- A plan that comes back with the day on which it had begun was never given up: an import is undone, or a wrong choice is
  -- put right. A client without a plan again has given theirs up, unless it was chosen within the last day.
  if found and private.merging_as() is null and (latest.plan, latest.since) is not distinct from (new.plan, new.plan_since)
     and (new.plan is not null or latest.replaced_at > now() - interval '1 day') then
    delete from public.client_earlier_plans where id = latest.id;
  else
    insert into public.client_earlier_plans (client_id, plan, since, until)
    values (
      new.id, old.plan, old.plan_since,
      -- Without a day of its own for the new plan, the earlier one still held today.
      case when new.plan_since is distinct from old.plan_since then coalesce(new.plan_since, today + 1) else today + 1 end
    );
  end if;
  return null;
end
$$;
revoke execute on function private.keep_earlier_plan from public;

create trigger keep_earlier_plan
  after update of plan, plan_since on public.clients for each row
  when (old.plan is distinct from new.plan)
  execute function private.keep_earlier_plan();
