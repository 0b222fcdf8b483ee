-- Customers of two agencies, each visible to its own agency only; enough of them, and analyzed, for good planner
-- statistics.
create table public.customers (
  id     int primary key,
  agency text not null,
  name   text not null
);
alter table public.customers enable row level security;
create policy "an agency sees its own" on public.customers for select to authenticated
  using (agency = (select auth.uid())::text);
create index customers_name_idx on public.customers (name);

create table public.orders (
  id          int primary key,
  customer_id int not null references public.customers (id)
);

-- Two views of the table: with the privileges of the caller, and of the owner.
create view public.customers_as_caller with (security_invoker = true) as select * from public.customers;
create view public.customer_names as
  select name from public.customers where agency = (select auth.uid())::text;
revoke all on public.customer_names from anon, authenticated;
grant select (name) on public.customer_names to anon, authenticated;

-- A table that everybody may read, with a computed column that reads the protected one.
create function public.customer_name(public.orders) returns text language sql stable security definer as $$
  select name from public.customers where id = $1.customer_id
$$;

insert into public.customers
select n, case when n <= 20 then 'north' else 'south' end, chr(65 + n % 20) || ' ' || n
from generate_series(1, 3000) as n;
insert into public.orders select n, n from generate_series(1, 1500) as n;
analyze public.customers;
analyze public.orders;
