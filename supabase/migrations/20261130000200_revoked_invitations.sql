-- Invitations are taken back.
alter table public.audit_events drop constraint audit_events_kind_check;
alter table public.audit_events add constraint audit_events_kind_check check (kind in (
               'signed_in', 'sign_in_failed', 'password_changed', 'second_step_removed', 'address_changed',
               'created', 'invited', 'invitation_revoked', 'password_reset', 'deactivated', 'reactivated', 'account_deleted',
               'role_given', 'role_taken', 'joined_agency', 'left_agency',
               'agency_added', 'agency_changed', 'agency_deleted',
               'client_deleted', 'project_deleted', 'note_deleted', 'update_deleted', 'enquiry_deleted',
               'vault_copied', 'exported', 'erased'));

-- Takes an invitation back that nobody has accepted: the account that was prepared goes, and its link with it.
create function public.revoke_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  perform private.audit('invitation_revoked', private.audit_agency_of(person), person, private.audit_name(person));
  -- Whoever accepts at this moment is waited for, and stays.
  delete from auth.users where id = person and invited_at is not null and email_confirmed_at is null;
  if not found then
    raise exception 'They have accepted the invitation already.' using errcode = 'PT409';
  end if;
end
$$;
revoke execute on function public.revoke_invitation from public, anon;

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  (36, '{agency_admin, admin}'::text[], 'Taking back invitations of people below their own kind',
       '{revoke_invitation}'::text[], '{delete}'::text[], 'own agency'),
  (36, '{super_admin}', 'Taking back invitations', '{revoke_invitation}', '{delete}', 'others')
) as told (position, roles, subject, covers, actions, scope);
