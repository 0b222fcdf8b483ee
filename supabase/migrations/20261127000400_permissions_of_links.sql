-- What roles may do with updates and with links for clients.
delete from public.role_permissions where position = 10;
insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  (10, '{agency_staff, agency_admin, admin}'::text[],
       'Clients, projects, notes and attachments',
       '{clients, client_notes, projects, project_notes, client_update_attachments}'::text[],
       '{read, add, change, delete}'::text[], 'own agency'),
  (10, '{super_admin}', 'Clients, projects, notes and attachments',
       '{clients, client_notes, projects, project_notes, client_update_attachments}',
       '{read, add, change, delete}', 'every agency'),
  (11, '{agency_staff}', 'Updates', '{project_updates}', '{read, add, delete}', 'own agency'),
  (11, '{agency_admin, admin}', 'Updates', '{project_updates}', '{read, add, change, delete}', 'own agency'),
  (11, '{super_admin}', 'Updates', '{project_updates}', '{read, add, change, delete}', 'every agency'),
  (12, '{agency_staff}', 'Updates', '{project_updates}', '{change}', 'own'),
  (13, '{agency_staff, agency_admin, admin}', 'Links for clients', '{client_links}', '{read, change}', 'own agency'),
  (13, '{super_admin}', 'Links for clients', '{client_links}', '{read, change}', 'every agency'),
  (14, '{agency_staff, agency_admin, admin}', 'What clients opened and answered, and what updates said before',
       '{client_link_openings, update_answers, update_reach, project_update_versions}', '{read}', 'own agency'),
  (14, '{super_admin}', 'What clients opened and answered, and what updates said before',
       '{client_link_openings, update_answers, update_reach, project_update_versions}', '{read}', 'every agency')
) as permission (position, roles, subject, covers, actions, scope);
