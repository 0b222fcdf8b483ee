-- What is older than a year is removed, and found without reading the rest.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
