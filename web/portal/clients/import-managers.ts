import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Match, Values } from '../import/import-kind.ts'
import { plainWord, shortened } from '../import/read-values.ts'
import { staffRoles } from '../me/role.ts'

type Colleague = { id: string; display_name: string | null; deactivated_at: string | null }

/** The staff of the agency, deactivated ones too, if a row of the file says who looks after its client. */
export async function staffNamed(
  rows: readonly Values[],
  agencyId: string,
  signal: AbortSignal,
): Promise<readonly Colleague[]> {
  if (rows.every(({ looked_after_by }) => looked_after_by === undefined)) return []
  const people = (await supabase()).from('user_profiles').select('id, display_name, deactivated_at, user_roles!inner()')
  const staff = people.eq('agency_id', agencyId).in('user_roles.role', staffRoles)
  return unwrap(await staff.abortSignal(signal))
}

/**
 * Replaces the names of the people who look after clients by their ids. A name that nobody or several people have is a
 * problem of its row. Somebody deactivated stays where they are, but gets no other client.
 */
export function withManagers(
  rows: readonly Values[],
  matches: readonly Match[],
  staff: readonly Colleague[],
): readonly Match[] {
  const matchAt = new Map(matches.map((match) => [match.place, match]))
  return rows.flatMap(({ looked_after_by: name }, place): Match[] => {
    const match = matchAt.get(place)
    if (typeof name !== 'string') return match ? [match] : []
    const called = staff.filter(
      ({ id, display_name, deactivated_at }) =>
        plainWord(display_name ?? '') === plainWord(name) &&
        (deactivated_at === null || id === match?.found?.values.looked_after_by),
    )
    const [person, ...namesakes] = called
    const row = match ?? { place, found: undefined, recognisedBy: '' }
    if (person && namesakes.length === 0) return [{ ...row, values: { looked_after_by: person.id } }]
    const sentence = person
      ? `${called.length} people of this agency are called “${shortened(name)}”. Choose one of them later, in the portal.`
      : `Nobody on the staff of this agency is called “${shortened(name)}”.`
    return [{ ...row, problem: { column: 'Looked after by', sentence } }]
  })
}
