-- Functions that a project has as hooks of the auth service run as the role that the project grants them to.
grant supabase_auth_admin to current_user;
grant usage on schema public to supabase_auth_admin;
