type Exported = { table: string; select: string; by: string; order: readonly string[] }

const table = (name: string, by: string, { through = '', order = ['id'] as readonly string[] } = {}): Exported => ({
  table: name,
  by,
  order,
  // A table that is only joined for its filter contributes no columns.
  select: through === '' ? '*' : `*, ${through}`,
})

const throughProjects = 'projects!inner()'
const throughLinks = 'client_links!inner(clients!inner())'
const throughOwnUpdates = 'project_updates!inner()'
const throughUpdates = 'project_updates!inner(projects!inner())'

/** Tables that belong to a client, each with the column that names the client. */
const ofClient: readonly Exported[] = [
  table('clients', 'id'),
  table('client_people', 'client_id'),
  table('client_notes', 'client_id'),
  table('client_earlier_plans', 'client_id'),
  table('client_months', 'client_id'),
  table('projects', 'client_id'),
  table('project_steps', 'projects.client_id', { through: throughProjects }),
  table('project_notes', 'projects.client_id', { through: throughProjects }),
  table('project_updates', 'projects.client_id', { through: throughProjects }),
  table('client_update_attachments', 'project_updates.projects.client_id', { through: throughUpdates }),
  table('project_update_versions', 'project_updates.projects.client_id', { through: throughUpdates }),
  table('update_answers', 'project_updates.projects.client_id', { through: throughUpdates }),
  table('client_mails', 'project_updates.projects.client_id', { through: throughUpdates }),
  table('client_links', 'client_id'),
  table('client_link_openings', 'client_links.client_id', { through: 'client_links!inner()' }),
  table('client_requests', 'client_id'),
  table('client_secrets', 'client_id'),
  table('client_request_files', 'client_requests.client_id', { through: 'client_requests!inner()' }),
  table('contact_submissions', 'client_id'),
  table('calls', 'client_id'),
]

const throughLink = 'client_links!inner()'

/** Tables that belong to one of the people of a client: what came by their links is theirs. */
const ofClientPerson: readonly Exported[] = [
  table('client_people', 'id'),
  table('client_links', 'person_id'),
  table('client_link_openings', 'client_links.person_id', { through: throughLink }),
  table('update_answers', 'client_links.person_id', { through: throughLink }),
  table('client_requests', 'client_links.person_id', { through: throughLink }),
]

/** Tables that belong to an agency. */
const ofAgency: readonly Exported[] = [
  table('agencies', 'id'),
  table('user_profiles', 'agency_id'),
  table('user_accounts', 'user_profiles.agency_id', { through: 'user_profiles!inner()', order: ['user_id'] }),
  table('user_roles', 'user_profiles.agency_id', { through: 'user_profiles!inner()', order: ['user_id', 'role'] }),
  table('clients', 'agency_id'),
  table('client_people', 'clients.agency_id', { through: 'clients!inner()' }),
  table('client_notes', 'clients.agency_id', { through: 'clients!inner()' }),
  table('client_earlier_plans', 'clients.agency_id', { through: 'clients!inner()' }),
  table('client_months', 'clients.agency_id', { through: 'clients!inner()' }),
  table('projects', 'agency_id'),
  table('project_steps', 'agency_id'),
  table('project_notes', 'projects.agency_id', { through: throughProjects }),
  table('project_updates', 'agency_id'),
  table('client_update_attachments', 'project_updates.agency_id', { through: throughOwnUpdates }),
  table('project_update_versions', 'project_updates.agency_id', { through: throughOwnUpdates }),
  table('update_answers', 'project_updates.agency_id', { through: throughOwnUpdates }),
  table('client_mails', 'project_updates.agency_id', { through: throughOwnUpdates }),
  table('client_links', 'clients.agency_id', { through: 'clients!inner()' }),
  table('client_link_openings', 'client_links.clients.agency_id', { through: throughLinks }),
  table('client_requests', 'agency_id'),
  table('client_secrets', 'agency_id'),
  table('client_request_files', 'client_requests.agency_id', { through: 'client_requests!inner()' }),
  table('contact_submissions', 'clients.agency_id', { through: 'clients!inner()' }),
  table('calls', 'agency_id'),
  table('chat_messages', 'agency_id'),
  table('password_vault', 'agency_id'),
  table('vault_access_logs', 'agency_id'),
]

/** The tables of each kind of subject. */
export const tablesOf = { client: ofClient, client_person: ofClientPerson, agency: ofAgency }

/**
 * Tables of agencies that are not exported: transient state, state of the installation, or data with an export of its
 * own.
 */
export const notExported: readonly string[] = [
  'user_presence',
  'page_counts',
  'enquiry_sources',
  'role_permissions',
  'audit_events',
  'recently_deleted',
  'imports',
  'notices',
  'saved_views',
  'webhooks',
  'webhook_deliveries',
  'program_keys',
]
