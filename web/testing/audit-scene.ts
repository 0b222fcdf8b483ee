import { FakeBackend } from './fake-backend.ts'
import { north, type Person, sol } from './people.ts'
import { Portal } from './portal.tsx'
import { portalScreens } from './portal-screens.ts'

export const TRAIL = '/rest/v1/rpc/audit_trail'
export const NOTE_EXPORT = '/rest/v1/rpc/note_audit_export'

type AuditRow = Record<string, unknown>

/** An audit line: Sol made Ben an agency admin, unless `changes` says otherwise. */
export const auditLine = (changes: AuditRow = {}): AuditRow => ({
  id: crypto.randomUUID(),
  created_at: '2026-11-20T09:30:00Z',
  kind: 'role_given',
  agency_id: north,
  agency_name: 'North',
  actor_kind: 'person',
  actor_id: sol.id,
  actor_name: 'Sol Okafor',
  subject_id: 'ben',
  said: { name: 'Ben Carter', after: 'agency_admin' },
  ...changes,
})

/** A backend whose audit trail holds these lines. It does not filter: the tests check the calls instead. */
export function withTrail(lines: readonly AuditRow[]): FakeBackend {
  const backend = new FakeBackend()
  backend.answer('GET', TRAIL, ({ query }) => {
    const first = Number(query.first_row)
    const shown = lines.slice(first, first + Number(query.row_count))
    return Response.json(shown.map((line) => ({ ...line, total: lines.length })))
  })
  backend.answer('POST', NOTE_EXPORT, () => new Response(null, { status: 204 }))
  return backend
}

export const openAudit = (
  backend: FakeBackend,
  { as = sol, query = '' }: { as?: Person; query?: string } = {},
): Portal => Portal.open(backend, { screens: portalScreens, at: `/dashboard/audit${query}`, as })
