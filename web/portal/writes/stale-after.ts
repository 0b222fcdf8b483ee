import { matchQuery, type QueryClient } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'

/** Second factors lie with the accounts, mails with what sends them, and backups with what makes them, beside the tables of the agency. */
type Table = keyof Database['public']['Tables'] | 'auth.mfa_factors' | 'mail.mails' | 'engine.backups'

/**
 * Which queries a change of a table makes stale, by the beginning of their keys: those that show its columns, count its
 * rows, or show what goes with a deleted row. What somebody writes here and what a colleague writes elsewhere refresh
 * the screens by this one list, and a query that begins with none of these words does not compile.
 */
export const staleAfter = {
  // Clients to choose from, projects and people say which agency is theirs; one agency reads the enquiries.
  agencies: [
    ['agencies'],
    ['me', 'agency'],
    ['me', 'profile'],
    ['clients'],
    ['projects'],
    ['users'],
    ['enquiries'],
    ['deleted'],
  ],
  // Whatever somebody wrote, owns or is assigned to shows their name.
  user_profiles: [
    ['users'],
    ['found'],
    ['me', 'profile'],
    ['dashboard-stats'],
    ['projects'],
    ['client-notes'],
    ['project-notes'],
    ['client-updates'],
    ['client-links'],
    ['vault'],
    ['chat', 'online'],
    ['chat', 'search'],
    ['enquiries'],
    ['deleted'],
    ['imports'],
    ['notices'],
  ],
  user_accounts: [['users']],
  user_roles: [['users'], ['me', 'roles'], ['dashboard-stats'], ['vault', 'leaver']],
  role_permissions: [['role-permissions']],
  // Projects, entries of the vault, enquiries and updates that wait for a client show its name, and projects go with their client.
  clients: [
    ['clients'],
    ['found'],
    ['projects'],
    ['dashboard-stats'],
    ['client-updates'],
    ['vault'],
    ['enquiries'],
    ['deleted'],
    ['notices'],
  ],
  client_notes: [['client-notes'], ['deleted'], ['notices']],
  // Updates show their project's name, and go with their project.
  projects: [['projects'], ['found'], ['client-updates'], ['dashboard-stats'], ['deleted'], ['notices']],
  project_notes: [['project-notes'], ['deleted'], ['notices']],
  project_updates: [['client-updates'], ['found'], ['deleted'], ['notices']],
  project_update_versions: [['client-updates']],
  client_update_attachments: [['client-updates']],
  // Beside an update stands whether it was opened, and what the client answered.
  client_links: [['client-links']],
  client_link_openings: [['client-updates'], ['client-links']],
  update_answers: [['client-updates'], ['notices']],
  client_mails: [['client-updates']],
  password_vault: [['vault']],
  // What somebody copied or saw who leaves.
  vault_access_logs: [['vault', 'leaver']],
  audit_events: [['audit']],
  contact_submissions: [['enquiries'], ['deleted'], ['notices']],
  recently_deleted: [['deleted']],
  imports: [['imports']],
  notices: [['notices'], ['unread']],
  saved_views: [['saved-views']],
  // Counted by the server, and shown above the enquiries.
  page_counts: [['enquiries']],
  // Beside the chat, whose own connection brings them.
  chat_messages: [['unread'], ['notices'], ['chat', 'search']],
  user_presence: [['chat', 'online']],
  'auth.mfa_factors': [['me', 'two-step']],
  'mail.mails': [['mail']],
  'engine.backups': [['backup']],
} as const satisfies Record<Table, readonly (readonly [string, ...string[]])[]>

/** What a query is about: the first word of its key. */
type Subject = (typeof staleAfter)[Table][number][0]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Subject, ...unknown[]]
  }
}

/** The tables that were changed, or everything, where so much goes with one row that a list of it would be long. */
export type Changed = readonly Table[] | 'everything'

/** Asks anew for what is on the screen of the changed tables, and for the rest when somebody comes to it. */
export function refresh(queryClient: QueryClient, changed: Changed, refetchType: 'active' | 'none' = 'active') {
  if (changed === 'everything') return queryClient.invalidateQueries({ refetchType })
  const keys = changed.flatMap((table) => [...staleAfter[table]])
  // All in one go: a query that two tables make stale is asked once.
  return queryClient.invalidateQueries({
    refetchType,
    predicate: (query) => keys.some((queryKey) => matchQuery({ queryKey }, query)),
  })
}
