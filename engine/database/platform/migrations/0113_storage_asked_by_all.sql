-- Also where a project has taken new functions from everybody.
grant execute on function storage.search, storage.get_size_by_bucket, storage.can_insert_object
  to anon, authenticated, service_role, supabase_storage_admin;
