import type { UserProfile } from '../../lib/database.types.ts'

/** Somebody, and the agency they work for. */
export type Person = Pick<UserProfile, 'id' | 'display_name' | 'avatar_url'> & {
  agency: { id: string; name: string } | null
}

export const nameOf = ({ display_name }: Pick<Person, 'display_name'>) => display_name ?? 'Unknown User'
