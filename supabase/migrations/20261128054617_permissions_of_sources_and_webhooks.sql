-- permissions of sources and webhooks

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  ('{agency_admin, admin}'::text[], 76, 'Sources of enquiries, where their agency answers the website',
   '{enquiry_sources}'::text[], '{read, change}'::text[], 'any'),
  ('{super_admin}', 76, 'Sources of enquiries', '{enquiry_sources}', '{read, change}', 'any'),
  ('{agency_admin, admin}', 77, 'Webhooks', '{webhooks}', '{read, change, delete}', 'own agency'),
  ('{super_admin}', 77, 'Webhooks', '{webhooks}', '{read, change, delete}', 'every agency'),
  ('{agency_admin, admin}', 78, 'Events of webhooks', '{webhook_deliveries}', '{read}', 'own agency'),
  ('{super_admin}', 78, 'Events of webhooks', '{webhook_deliveries}', '{read}', 'every agency')
) as permission (roles, position, subject, covers, actions, scope);
