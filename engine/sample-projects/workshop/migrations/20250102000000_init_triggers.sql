create function public.handle_new_user()
returns trigger
language plpgsql
security definer set search_path = ''
as $$
declare
  staff_count int;
begin
  select count(id) into staff_count
  from public.staff;

  insert into public.staff (first_name, last_name, email, user_id, administrator)
  values (
    coalesce(new.raw_user_meta_data ->> 'first_name', 'Pending'),
    coalesce(new.raw_user_meta_data ->> 'last_name', 'Pending'),
    new.email,
    new.id,
    case when staff_count > 0 then FALSE else TRUE end
  );
  return new;
end;
$$;

create function public.handle_update_user()
returns trigger
language plpgsql
security definer set search_path = ''
as $$
begin
  update public.staff
  set
    first_name = coalesce(new.raw_user_meta_data ->> 'first_name', 'Pending'),
    last_name = coalesce(new.raw_user_meta_data ->> 'last_name', 'Pending'),
    email = new.email
  where user_id = new.id;

  return new;
end;
$$;

create trigger on_auth_user_created
  after insert on auth.users
  for each row execute procedure public.handle_new_user();

create trigger on_auth_user_updated
  after update on auth.users
  for each row execute procedure public.handle_update_user();

create view init_state with (security_invoker=off) as
select count(id) as is_initialized
from public.staff
limit 1;

grant select on public.init_state to anon, authenticated;

create function public.set_staff_id_default()
returns trigger
language plpgsql
security definer set search_path = ''
as $$
begin
  if new.staff_id is null then
    select id into new.staff_id from public.staff where user_id = auth.uid();
  end if;
  return new;
end;
$$;

create trigger set_customer_staff_id_trigger
  before insert on public.customers
  for each row execute function public.set_staff_id_default();

create function public.handle_note_created()
returns trigger
language plpgsql
security definer set search_path = ''
as $$
begin
  update public.customers set last_seen = new.date where customers.id = new.customer_id and customers.last_seen < new.date;
  return new;
end;
$$;

create trigger on_note_created
  after insert on public.notes
  for each row execute function public.handle_note_created();
