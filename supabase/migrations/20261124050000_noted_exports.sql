-- For commands of the installation that take away what belongs to an agency or a client: whose it is, and what it is called.
create function public.note_export(subject uuid, name text, agency uuid) returns void
language sql security definer set search_path = '' as $$
  select private.audit('exported', agency, subject, name)
$$;
revoke execute on function public.note_export from public, anon, authenticated;
grant execute on function public.note_export to service_role;
