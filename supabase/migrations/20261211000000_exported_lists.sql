-- Whoever takes a list along does: which one, and how many rows. What it says is kept by their own key.
create function public.note_list_export(list text, row_count integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff export lists.' using errcode = '42501';
  end if;
  if list in ('clients', 'projects', 'users', 'enquiries') is not true or row_count >= 0 is not true then
    raise exception 'There is no such list.' using errcode = '22023';
  end if;
  perform private.audit(
    'exported', private.my_agency_id(), private.my_id(), private.audit_name(private.my_id()),
    jsonb_build_object('list', list, 'rows', row_count)
  );
end
$$;
revoke execute on function public.note_list_export from public, anon, service_role;
