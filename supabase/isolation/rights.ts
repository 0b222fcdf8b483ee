/** Kinds of callers, which `whoIs` in identities.ts describes. */
export const callers = [
  'visitor',
  'nia',
  'uma',
  'ben',
  'ana',
  'abe',
  'sol',
  'cleo',
  'ivy',
  'dora',
  'otis',
  'tova',
  'planner',
  'reporter',
  'zapier',
] as const
export type Caller = (typeof callers)[number]

/**
 * Callers that exist on every installation. The OAuth application exists on hosted Supabase only if its OAuth server is
 * on.
 */
export const callersEverywhere = callers.filter((caller) => caller !== 'planner')

/**
 * The name of a sample row, by the agency it belongs to. `nowhere` is a person without an agency; `spare` an agency
 * without people; `own` belongs to the caller, `ownShared` is the caller's and shared with their agency; `private`
 * belongs to another person in North, who shares it with nobody.
 */
export type RowName = 'own' | 'ownShared' | 'north' | 'south' | 'closed' | 'nowhere' | 'spare' | 'private' | 'any'

export type Verb = 'select' | 'insert' | 'update' | 'delete'
export type Rights = Record<Verb, readonly RowName[]>

export const nothing: Rights = { select: [], insert: [], update: [], delete: [] }
export const reads = (...rows: RowName[]): Rights => ({ ...nothing, select: rows })
export const everything = (...rows: RowName[]): Rights => ({ select: rows, insert: rows, update: rows, delete: rows })

/** Rights of nobody: the base for tables on which most callers have none. */
export const nobody: Record<Caller, Rights> = {
  visitor: nothing,
  nia: nothing,
  uma: nothing,
  ben: nothing,
  ana: nothing,
  abe: nothing,
  sol: nothing,
  cleo: nothing,
  ivy: nothing,
  dora: nothing,
  otis: nothing,
  tova: nothing,
  planner: nothing,
  reporter: nothing,
  zapier: nothing,
}
