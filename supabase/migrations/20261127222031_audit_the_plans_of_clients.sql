-- audit the plans of clients

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'client_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'exported'::text, 'erased'::text])));

create function private.audit_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    'plan_changed', new.agency_id, new.id, new.name,
    jsonb_build_object(
      'before', jsonb_build_object('plan', old.plan, 'since', old.plan_since),
      'after', jsonb_build_object('plan', new.plan, 'since', new.plan_since)
    )
  );
  return null;
end
$$;

revoke execute on function private.audit_plan from public;

create trigger audit_plan
  after update of plan on public.clients for each row
  when (old.plan is distinct from new.plan)
  execute function private.audit_plan();
