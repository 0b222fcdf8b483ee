-- The permissions of each role in words, for the screen on which roles are managed. It grants nothing: the policies do.
-- `covers` names the tables, columns and functions that the words are about, and tests/permissions.test.ts compares
-- each with what the policies allow.
create table public.role_permissions (
  role     text not null check (role in ('user', 'agency_staff', 'agency_admin', 'admin', 'super_admin')),
  -- The order of a role's permissions on the screen.
  position smallint not null,
  subject  text not null check (subject ~ '\S'),
  covers   text[] not null,
  actions  text[] not null check (actions <@ array['read', 'add', 'change', 'delete']),
  -- 'shared': rows that others shared with the agency. 'others': everybody except oneself.
  scope    text not null check (scope in ('own', 'own agency', 'shared', 'every agency', 'others', 'any')),
  primary key (role, position)
);

alter table public.role_permissions enable row level security;
revoke all on public.role_permissions from anon, authenticated, service_role;
grant select, insert, update, delete on public.role_permissions to service_role;
grant select on public.role_permissions to authenticated;

create policy "super admins read what roles may do"
  on public.role_permissions for select to authenticated
  using ((select private.is_super_admin()));

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  (10, '{agency_staff, agency_admin, admin}'::text[],
       'Clients and their people, projects, steps and attachments',
       '{clients, client_people, projects, project_steps, client_update_attachments}'::text[],
       '{read, add, change, delete}'::text[], 'own agency'),
  (10, '{super_admin}', 'Clients and their people, projects, steps and attachments',
       '{clients, client_people, projects, project_steps, client_update_attachments}',
       '{read, add, change, delete}', 'every agency'),
  (11, '{agency_staff}', 'Updates', '{project_updates}', '{read, add, delete}', 'own agency'),
  (11, '{agency_admin, admin}', 'Updates', '{project_updates}', '{read, add, change, delete}', 'own agency'),
  (11, '{super_admin}', 'Updates', '{project_updates}', '{read, add, change, delete}', 'every agency'),
  (12, '{agency_staff}', 'Updates', '{project_updates}', '{change}', 'own'),
  (13, '{agency_staff, agency_admin, admin}', 'Links for clients, and what clients ask for', '{client_links, client_requests}', '{read, change}', 'own agency'),
  (13, '{super_admin}', 'Links for clients, and what clients ask for', '{client_links, client_requests}', '{read, change}', 'every agency'),
  (14, '{agency_staff, agency_admin, admin}', 'What clients opened, answered and sent, their earlier plans, and what updates said before',
       '{client_link_openings, update_answers, update_reach, client_earlier_plans, project_update_versions, client_request_files}', '{read}', 'own agency'),
  (14, '{super_admin}', 'What clients opened, answered and sent, their earlier plans, and what updates said before',
       '{client_link_openings, update_answers, update_reach, client_earlier_plans, project_update_versions, client_request_files}', '{read}', 'every agency'),

  (15, '{agency_staff, agency_admin, admin}', 'Mails of updates to clients', '{client_mails}', '{read, add}', 'own agency'),
  (15, '{super_admin}', 'Mails of updates to clients', '{client_mails}', '{read, add}', 'every agency'),
  (16, '{agency_staff, agency_admin, admin}', 'Notes', '{client_notes, project_notes}', '{read, add, delete}', 'own agency'),
  (16, '{super_admin}', 'Notes', '{client_notes, project_notes}', '{read, add, delete}', 'every agency'),
  (17, '{agency_staff, agency_admin, admin, super_admin}', 'Notes', '{client_notes, project_notes}', '{change}', 'own'),
  (18, '{agency_staff, agency_admin, admin}', 'What was deleted in the last 30 days, to bring it back', '{recently_deleted}',
       '{read}', 'own agency'),
  (18, '{super_admin}', 'What was deleted in the last 30 days, to bring it back', '{recently_deleted}',
       '{read}', 'every agency'),
  (19, '{agency_staff, agency_admin, admin}', 'What was imported from files, to undo it', '{imports}', '{read}', 'own agency'),
  (19, '{super_admin}', 'What was imported from files, to undo it', '{imports}', '{read}', 'every agency'),

  (20, '{agency_staff, agency_admin, admin}', 'Agency', '{agencies}', '{read}', 'own agency'),
  (21, '{agency_admin}', 'Agency name, email, website, phone, contact person and logo', '{agencies}',
       '{change}', 'own agency'),
  (22, '{super_admin}', 'Agencies', '{agencies}', '{read, add, change, delete}', 'every agency'),
  (23, '{super_admin}', 'Subscription tier, and whether the agency is active',
       '{agencies.subscription_tier, agencies.is_active}', '{change}', 'every agency'),
  (24, '{agency_admin, admin}', 'Everything of a client or one of its people, to export it', '{export-client}', '{read}', 'own agency'),
  (24, '{super_admin}', 'Everything of a client or one of its people, to export it', '{export-client}', '{read}', 'every agency'),
  (25, '{agency_admin, admin}', 'Clients and their people, erased for good', '{erase-client}', '{delete}', 'own agency'),
  (25, '{super_admin}', 'Clients and their people, erased for good', '{erase-client}', '{delete}', 'every agency'),
  (29, '{agency_staff, agency_admin, admin}', 'Months of clients', '{client_months}', '{read, add, change}', 'own agency'),
  (29, '{super_admin}', 'Months of clients', '{client_months}', '{read, add, change}', 'every agency'),
  (28, '{agency_staff, agency_admin, admin}', 'Calls', '{calls}', '{read, add, change}', 'own agency'),
  (28, '{super_admin}', 'Calls', '{calls}', '{read, add, change}', 'every agency'),

  (30, '{user}', 'Profile and roles', '{user_profiles, user_roles}', '{read}', 'own'),
  (30, '{agency_staff, agency_admin, admin}', 'Profiles and roles', '{user_profiles, user_roles}',
       '{read}', 'own agency'),
  (30, '{super_admin}', 'Profiles and roles', '{user_profiles, user_roles}', '{read}', 'every agency'),
  (31, '{user, agency_staff, agency_admin, admin, super_admin}', 'Name and picture', '{user_profiles}',
       '{change}', 'own'),
  (32, '{super_admin}', 'Roles that people hold', '{user_roles}', '{add, delete}', 'others'),
  (33, '{super_admin}', 'Agency that people work for', '{user_profiles.agency_id}', '{change}', 'others'),
  (34, '{agency_admin, admin}', 'Email addresses, last sign-ins and open invitations', '{user_accounts}',
       '{read}', 'own agency'),
  (34, '{super_admin}', 'Email addresses, last sign-ins and open invitations', '{user_accounts}',
       '{read}', 'every agency'),
  (35, '{agency_admin, admin}', 'Deactivating and bringing back people below their own kind',
       '{deactivate_person, bring_back_person}', '{change}', 'own agency'),
  (35, '{super_admin}', 'Deactivating and bringing back people', '{deactivate_person, bring_back_person}', '{change}',
       'others'),
  (36, '{agency_admin, admin}', 'Taking back invitations of people below their own kind', '{revoke_invitation}',
       '{delete}', 'own agency'),
  (36, '{super_admin}', 'Taking back invitations', '{revoke_invitation}', '{delete}', 'others'),
  (37, '{agency_admin, admin}', 'Email addresses of people below their own kind', '{ask_address_change}', '{change}',
       'own agency'),
  (37, '{super_admin}', 'Email addresses', '{ask_address_change}', '{change}', 'others'),

  (40, '{agency_admin}', 'New users, with a role up to agency_admin',
       '{create-user user, create-user agency_staff, create-user agency_admin}', '{add}', 'own agency'),
  (40, '{admin}', 'New users, with a role up to admin',
       '{create-user user, create-user agency_staff, create-user agency_admin, create-user admin}',
       '{add}', 'own agency'),
  (40, '{super_admin}', 'New users, with any role',
       '{create-user user, create-user agency_staff, create-user agency_admin, create-user admin,
         create-user super_admin}',
       '{add}', 'every agency'),
  (41, '{super_admin}', 'Passwords', '{reset-user-password}', '{change}', 'others'),

  (50, '{agency_staff, agency_admin, admin, super_admin}', 'Chat messages', '{chat_messages}',
       '{read, add}', 'own agency'),
  (51, '{agency_staff, agency_admin, admin, super_admin}', 'Who is online in the chat', '{user_presence}',
       '{read}', 'own agency'),
  (52, '{agency_staff, agency_admin, admin, super_admin}', 'Presence in the chat', '{user_presence}',
       '{add, change, delete}', 'own'),
  (53, '{agency_staff, agency_admin, admin, super_admin}', 'What concerns them, behind the bell', '{notices}',
       '{read, change}', 'own'),
  (54, '{agency_staff, agency_admin, admin, super_admin}', 'Saved views of lists', '{saved_views}',
       '{read, add, change, delete}', 'own'),

  (60, '{agency_staff, agency_admin, admin, super_admin}', 'Vault entries', '{password_vault}',
       '{read, add, change, delete}', 'own'),
  (61, '{agency_staff, super_admin}', 'Vault entries', '{password_vault}', '{read}', 'shared'),
  (61, '{agency_admin, admin}', 'Vault entries', '{password_vault}', '{read, delete}', 'shared'),
  (64, '{agency_staff, agency_admin, admin, super_admin}', 'Passwords that clients are asked for', '{client_secrets}',
       '{read, add, delete}', 'own agency'),
  (62, '{agency_staff, agency_admin, admin, super_admin}', 'Record of what was done in the vault',
       '{vault_access_logs}', '{add}', 'own'),
  (63, '{agency_admin, admin}', 'Record of what was done in the vault', '{vault_access_logs}',
       '{read}', 'own agency'),
  (63, '{super_admin}', 'Record of what was done in the vault', '{vault_access_logs}', '{read}', 'every agency'),

  (70, '{user, agency_staff, agency_admin, admin, super_admin}', 'Enquiries through the contact form',
       '{contact_submissions}', '{add}', 'any'),
  (71, '{agency_staff}', 'Enquiries, where their agency answers the website', '{contact_submissions}',
       '{read, change}', 'any'),
  (71, '{agency_admin, admin}', 'Enquiries, where their agency answers the website', '{contact_submissions}',
       '{read, change, delete}', 'any'),
  (71, '{super_admin}', 'Enquiries', '{contact_submissions}', '{read, change, delete}', 'any'),
  (72, '{super_admin}', 'This list of permissions', '{role_permissions}', '{read}', 'any'),
  (73, '{agency_staff, agency_admin, admin}', 'Visits of the website, where their agency answers it', '{page_counts}',
       '{read}', 'any'),
  (73, '{super_admin}', 'Visits of the website', '{page_counts}', '{read}', 'any'),
  (74, '{super_admin}', 'Mails that wait or could not be delivered', '{mails}', '{read, change}', 'any'),
  (75, '{agency_admin, admin}', 'Audit trail: who did what', '{audit_events}', '{read}', 'own agency'),
  (75, '{super_admin}', 'Audit trail: who did what', '{audit_events}', '{read}', 'every agency'),
  (76, '{agency_admin, admin}', 'Sources of enquiries, where their agency answers the website', '{enquiry_sources}',
       '{read, change}', 'any'),
  (76, '{super_admin}', 'Sources of enquiries', '{enquiry_sources}', '{read, change}', 'any'),
  (77, '{agency_admin, admin}', 'Webhooks', '{webhooks}', '{read, change, delete}', 'own agency'),
  (77, '{super_admin}', 'Webhooks', '{webhooks}', '{read, change, delete}', 'every agency'),
  (78, '{agency_admin, admin}', 'Events of webhooks', '{webhook_deliveries}', '{read}', 'own agency'),
  (78, '{super_admin}', 'Events of webhooks', '{webhook_deliveries}', '{read}', 'every agency'),
  (79, '{agency_admin, admin}', 'Keys of programs', '{program_keys}', '{read, change}', 'own agency'),
  (79, '{super_admin}', 'Keys of programs', '{program_keys}', '{read, change}', 'every agency')
) as permission (position, roles, subject, covers, actions, scope);
