create table auth.audit_log_entries (
  instance_id uuid,
  id          uuid not null primary key,
  payload     json,
  created_at  timestamptz,
  ip_address  varchar(64) not null default ''
);
comment on table auth.audit_log_entries is 'Auth: Audit trail for user actions.';
create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);
-- Entries older than a year are removed; the index finds them without reading the rest.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
