-- Lists in the portal follow what colleagues do: changes of these tables are told to whoever listens, each row to those
-- who may read it. Of a deleted row everybody who may use the table hears its id, and nothing else.
alter publication supabase_realtime add table
  public.clients,
  public.client_notes,
  public.projects,
  public.project_notes,
  public.project_updates,
  public.client_update_attachments;
