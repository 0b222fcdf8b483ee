-- The list of clients is narrowed to a status.
create index clients_prospect_status_idx on public.clients (prospect_status);
