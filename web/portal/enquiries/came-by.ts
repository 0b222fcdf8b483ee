import { queryOptions } from '@tanstack/react-query'
import type { Database, Tables } from '../../lib/database.types.ts'
import { isUuid } from '../../lib/is-uuid.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

type CameBy = Tables<'contact_submissions'>['came_by']

/** The ways by which enquiries come that people add themselves. */
export const addedWays = ['phone', 'visit', 'e-mail', 'recommendation'] as const satisfies readonly CameBy[]

export const wayLabels = {
  website: 'Website',
  phone: 'Phone',
  visit: 'Visit',
  'e-mail': 'Email',
  recommendation: 'Recommendation',
  program: 'A program',
  source: 'A source',
} as const satisfies Record<CameBy, string>

type OriginRow = Database['public']['Functions']['enquiry_origins']['Returns'][number]

/** A way by which enquiries come, with their number. Only a named source has an id and a name. */
export type Origin = Omit<OriginRow, 'came_by' | 'source' | 'name'> & {
  came_by: CameBy
  source: string | null
  name: string | null
}

export const isWay = (value: string): value is CameBy => value in wayLabels

/** Reads the ways by which enquiries came and the named sources, each with its number. */
export async function readOrigins(): Promise<Origin[]> {
  const rows = unwrap(await (await supabase()).rpc('enquiry_origins', {}, { get: true }))
  return rows.flatMap(({ came_by, ...origin }) => (isWay(came_by) ? { came_by, ...origin } : []))
}

export const originsQuery = () => queryOptions({ queryKey: ['enquiries', 'origins'], queryFn: readOrigins })

/** The value of a way or a source in the address of the list. */
export const originValue = ({ came_by, source }: Pick<Origin, 'came_by' | 'source'>) => source ?? came_by

/** Reads that value; an unknown one filters nothing. */
export const readCameBy = (value: string | null): string =>
  value !== null && value !== 'source' && (isWay(value) || isUuid(value)) ? value : ''

/** The words for the way by which an enquiry came; the name of its source once the sources are known. */
export function cameByWords(
  { came_by, source_id }: Pick<Tables<'contact_submissions'>, 'came_by' | 'source_id'>,
  origins: readonly Origin[] = [],
): string {
  const source = source_id === null ? undefined : origins.find((origin) => origin.source === source_id)
  return source?.name ?? wayLabels[came_by]
}
