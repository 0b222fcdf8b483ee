import { matchQuery, type QueryClient } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'

/** Tables of the agency, and those of accounts, mails and backups. */
type Table =
  | keyof Database['public']['Tables']
  | 'private.calendar_feeds'
  | 'auth.mfa_factors'
  | 'mail.mails'
  | 'engine.backups'

/**
 * Keys of the queries that a change of a table makes stale, by the beginning of the key: they show its columns, count
 * its rows, or show what is deleted along with a row. One list serves the person's own writes and those of colleagues,
 * and a query key with another first word does not compile.
 */
export const staleQueriesByTable = {
  // Client choices, projects and people show their agency, and one agency reads the enquiries.
  agencies: [
    ['agencies'],
    ['me', 'agency'],
    ['me', 'profile'],
    ['clients'],
    ['projects'],
    ['users'],
    ['enquiries'],
    ['deleted'],
    ['client-months'],
  ],
  // Everything that a person wrote, owns or is assigned to shows their name.
  user_profiles: [
    ['users'],
    ['found'],
    ['me', 'profile'],
    ['dashboard-stats'],
    ['clients'],
    ['projects'],
    ['steps'],
    ['client-notes'],
    ['project-notes'],
    ['client-updates'],
    ['client-links'],
    ['client-requests'],
    ['calls'],
    ['program-keys'],
    ['vault'],
    ['chat', 'online'],
    ['chat', 'search'],
    ['enquiries'],
    ['deleted'],
    ['imports'],
    ['notices'],
  ],
  user_accounts: [['users']],
  user_roles: [['users'], ['me', 'roles'], ['dashboard-stats'], ['vault', 'leaver'], ['vault', 'to-take-over']],
  role_permissions: [['role-permissions']],
  // Projects, vault entries, enquiries and waiting updates show the client's name, and projects are deleted with their
  // client.
  clients: [
    ['clients'],
    ['found'],
    ['projects'],
    ['steps'],
    ['dashboard-stats'],
    ['client-updates'],
    ['vault'],
    ['enquiries'],
    ['deleted'],
    ['notices'],
    ['client-months'],
    ['client-requests'],
  ],
  client_earlier_plans: [['client-updates'], ['client-months']],
  client_months: [['client-months']],
  // The numbers above the enquiries count the calls.
  calls: [['clients', 'moved'], ['calls'], ['enquiries'], ['notices'], ['deleted']],
  // The list of clients and the choices of clients find them by their people, and links name them.
  client_people: [['clients', 'moved'], ['client-people'], ['client-links'], ['clients'], ['found'], ['deleted']],
  // Updates show the mails that answer them.
  client_notes: [['clients', 'moved'], ['client-notes'], ['client-updates'], ['deleted'], ['notices']],
  // Updates show the name of their project, and are deleted with it.
  projects: [
    ['clients', 'moved'],
    ['projects'],
    ['found'],
    ['client-updates'],
    ['steps'],
    ['dashboard-stats'],
    ['deleted'],
    ['notices'],
    ['client-months'],
  ],
  project_steps: [['steps'], ['projects'], ['deleted'], ['notices'], ['client-requests']],
  project_notes: [['project-notes'], ['deleted'], ['notices']],
  // The list of clients finds those without a content update this month.
  project_updates: [
    ['client-updates'],
    ['clients'],
    ['found'],
    ['deleted'],
    ['notices'],
    ['client-months'],
    ['client-requests'],
  ],
  project_update_versions: [['client-updates']],
  client_update_attachments: [['client-updates']],
  // Updates show whether they were opened, and the client's answer.
  client_links: [['clients', 'moved'], ['client-links']],
  client_link_openings: [['client-updates'], ['client-links']],
  update_answers: [['client-updates'], ['notices'], ['client-months']],
  client_mails: [['client-updates']],
  // Updates and steps do not show what they were made of, but a request shows them.
  client_requests: [['clients', 'moved'], ['client-requests'], ['notices']],
  client_secrets: [['clients', 'moved'], ['vault', 'handed-over'], ['notices']],
  client_request_files: [['client-requests'], ['stored-file']],
  password_vault: [['clients', 'moved'], ['vault']],
  // The leaver's list shows what was copied and viewed.
  vault_access_logs: [['vault', 'leaver']],
  audit_events: [['audit']],
  contact_submissions: [['clients', 'moved'], ['enquiries'], ['deleted'], ['notices']],
  enquiry_sources: [
    ['enquiries', 'origins'],
    ['enquiries', 'sources'],
  ],
  recently_deleted: [['deleted']],
  imports: [['imports']],
  program_keys: [['program-keys']],
  webhooks: [['webhooks']],
  webhook_deliveries: [['webhooks', 'deliveries']],
  notices: [['notices'], ['unread']],
  saved_views: [['saved-views']],
  // The counts of the website stand above the enquiries.
  page_counts: [['enquiries']],
  // Chat messages arrive over a connection of their own, but these queries depend on them too.
  chat_messages: [['unread'], ['notices'], ['chat', 'search']],
  user_presence: [['chat', 'online']],
  'private.calendar_feeds': [['me', 'calendar-feed']],
  'auth.mfa_factors': [['me', 'two-step']],
  'mail.mails': [['mail']],
  'engine.backups': [['backup']],
} as const satisfies Record<Table, readonly (readonly [string, ...string[]])[]>

/** The subject of a query: the first word of its key. */
type Subject = (typeof staleQueriesByTable)[Table][number][0]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Subject, ...unknown[]]
  }
}

/** The changed tables, or 'everything' where so many queries depend on a row that a list would be long. */
export type ChangedTables = readonly Table[] | 'everything'

/**
 * Refreshes the queries of the changed tables that are on the screen now; the others are refreshed when they are shown
 * next.
 */
export function refresh(queryClient: QueryClient, changed: ChangedTables, refetchType: 'active' | 'none' = 'active') {
  if (changed === 'everything') return queryClient.invalidateQueries({ refetchType })
  const keys = changed.flatMap((table) => [...staleQueriesByTable[table]])
  // All tables are refreshed in one call, so that a query that two of them make stale is sent once.
  return queryClient.invalidateQueries({
    refetchType,
    predicate: (query) => keys.some((queryKey) => matchQuery({ queryKey }, query)),
  })
}
