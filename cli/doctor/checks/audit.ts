import { createClient } from '@supabase/supabase-js'
import { type Check, leftOut, ok, problem } from '../check-result.ts'

const MAX_LINES_NAMED = 10

type ChainBreak = { problem: string; place: number | null; event_id: string | null; created_at: string | null }

/** Checks that no line of the audit trail was changed, removed or inserted. */
export const audit: Check = async ({ url, keys }) => {
  const service = createClient(url, keys.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error, status } = await service.rpc('check_audit_chain')
  if (status === 0) return leftOut('The audit trail was not looked at: that is done through the server, and none runs.')
  if (error) return leftOut(`The audit trail was not looked at: ${error.message}`)
  const breaks: ChainBreak[] = data ?? []
  if (breaks.length === 0) return ok('No line of the audit trail was changed or removed.')
  const todo = 'Find out who reaches the database itself, and compare with a backup: docs/operations/audit.md.'
  return breaks
    .slice(0, MAX_LINES_NAMED)
    .map((broken) => problem(`Audit trail, ${lineOf(broken)}: ${broken.problem}`, todo))
}

/** Names the broken line by its position; the newest lines have none yet, and a cut-off end has no line to name. */
function lineOf({ place, event_id, created_at }: ChainBreak): string {
  const parts = [place !== null && `place ${place}`, event_id !== null && `line ${event_id}`]
  return [...parts, created_at !== null && `of ${created_at.slice(0, 19).replace('T', ' ')} UTC`]
    .filter(Boolean)
    .join(', ')
}
