import type { QueryKey } from '@tanstack/react-query'
import { CLIENTS } from '../clients/client-queries.ts'
import { DASHBOARD_STATS } from '../home/stats-query.ts'
import { CLIENT_NOTES, PROJECT_NOTES } from '../notes/notebook.ts'
import { PROJECTS } from '../projects/project-queries.ts'
import { CLIENT_UPDATES } from '../updates/update-queries.ts'

/** The tables whose changes are told (supabase/migrations, `supabase_realtime`), and what on the screens comes from them. */
export const shownBy = {
  clients: [CLIENTS, PROJECTS, DASHBOARD_STATS],
  client_notes: [CLIENT_NOTES],
  projects: [PROJECTS, CLIENT_UPDATES, DASHBOARD_STATS],
  project_notes: [PROJECT_NOTES],
  project_updates: [CLIENT_UPDATES],
  client_update_attachments: [CLIENT_UPDATES],
} as const satisfies Record<string, readonly QueryKey[]>

export type FollowedTable = keyof typeof shownBy

export const followedTables = Object.keys(shownBy).filter((table): table is FollowedTable => table in shownBy)
