-- What somebody saw of a vault entry is recorded like what they copied, there and in the audit trail.
alter table public.vault_access_logs drop constraint vault_access_logs_action_check;
alter table public.vault_access_logs add constraint vault_access_logs_action_check
  check (action in ('updated', 'deleted', 'copied', 'viewed'));

alter table public.audit_events drop constraint audit_events_kind_check;
alter table public.audit_events add constraint audit_events_kind_check check (kind in (
  'signed_in', 'sign_in_failed', 'password_changed', 'second_step_removed', 'address_changed',
  'created', 'invited', 'invitation_revoked', 'password_reset', 'deactivated', 'reactivated', 'account_deleted',
  'role_given', 'role_taken', 'joined_agency', 'left_agency',
  'agency_added', 'agency_changed', 'agency_deleted',
  'client_deleted', 'project_deleted', 'note_deleted', 'update_deleted', 'enquiry_deleted', 'brought_back',
  'vault_copied', 'vault_viewed', 'exported', 'erased'));

drop trigger audit_copy on public.vault_access_logs;
drop function private.audit_vault_copy;

-- Not what the entry is called: it may be somebody's own, and no admin reads that.
create function private.audit_vault_use() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('vault_' || new.action, new.agency_id, new.vault_entry_id, null);
  return null;
end
$$;

create trigger audit_use
  after insert on public.vault_access_logs for each row when (new.action in ('copied', 'viewed'))
  execute function private.audit_vault_use();
