-- The management of people: agency admins and admins manage people of their own agency with a lower role, super admins
-- everybody except themselves.

-- The roles of people whom the caller may manage.
create function private.roles_below_mine() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when private.is_super_admin() then '{user,agency_staff,agency_admin,admin,super_admin}'
    when private.has_role('admin') then '{user,agency_staff,agency_admin}'
    when private.has_role('agency_admin') then '{user,agency_staff}'
    else '{}'
  end::text[];
end
$$;
revoke execute on function private.roles_below_mine from public;

-- Raises an error if the caller may not manage this person.
create function private.require_care_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  below constant text[] := private.roles_below_mine();
begin
  if below = '{}' then
    raise exception 'Only admins look after people.' using errcode = '42501';
  end if;
  if person = private.my_id() then
    raise exception 'Nobody does that to themselves.' using errcode = '42501';
  end if;
  if not exists (
    select from public.user_profiles
    where id = person and (private.is_super_admin() or agency_id = private.my_active_agency_id())
  ) then
    raise exception 'There is no such person any more among those whom you look after.' using errcode = 'PT404';
  end if;
  if exists (select from public.user_roles where user_id = person and role <> all (below)) then
    raise exception 'Only a super admin may do that to somebody of your own kind or above.' using errcode = '42501';
  end if;
end
$$;
revoke execute on function private.require_care_of from public;

-- Deactivates a person: all their access ends at once and cannot be regained until they are reactivated; their work
-- stays. Their open projects stay assigned to them unless a super admin names a successor, who also looks after their
-- clients from then on. An agency admin hands over the clients alone, because everybody of the agency may change that.
create function public.deactivate_person(person uuid, reassign_to uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Calls run one at a time: two super admins who deactivate each other would leave none.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  perform private.require_care_of(person);
  if reassign_to is not null then
    if reassign_to = person then
      raise exception 'Their projects and clients go to somebody else.' using errcode = '23514';
    end if;
    update public.projects set assigned_to = reassign_to
    where assigned_to = person and status not in ('completed', 'cancelled') and private.is_super_admin();
    update public.clients set looked_after_by = reassign_to where looked_after_by = person;
  end if;
  update auth.users set banned_until = now() + interval '100 years'
  where id = person and (banned_until is null or banned_until < now() + interval '50 years');
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
    perform private.audit('deactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;
revoke execute on function public.deactivate_person from public, anon;
grant execute on function public.deactivate_person to authenticated, service_role;

-- Reactivates a person with their former password, roles and agency. Ended sessions stay ended.
create function public.bring_back_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  update auth.users set banned_until = null where id = person and banned_until > now();
  if found then
    perform private.audit('reactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;
revoke execute on function public.bring_back_person from public, anon;
grant execute on function public.bring_back_person to authenticated, service_role;

-- Records when a person was banned, by any means, so that colleagues see that they are gone.
create function private.note_deactivation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set deactivated_at = case when new.banned_until > now() then now() end
  where id = new.id and (deactivated_at is not null) is distinct from coalesce(new.banned_until > now(), false);
  return null;
end
$$;
revoke execute on function private.note_deactivation from public;

create trigger note_deactivation
  after update of banned_until on auth.users for each row
  when (old.banned_until is distinct from new.banned_until)
  execute function private.note_deactivation();

-- Revokes an invitation that was not accepted: deletes the prepared account, and with it the link.
create function public.revoke_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  perform private.audit('invitation_revoked', private.audit_agency_of(person), person, private.audit_name(person));
  -- The deletion waits for a concurrent acceptance and then leaves the account unchanged.
  delete from auth.users where id = person and invited_at is not null and not private.has_come(id);
  if not found then
    raise exception 'They have accepted the invitation already.' using errcode = 'PT409';
  end if;
end
$$;
revoke execute on function public.revoke_invitation from public, anon;
grant execute on function public.revoke_invitation to authenticated, service_role;
