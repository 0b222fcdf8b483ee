import type { StandIn } from '../stand-in.ts'

/**
 * What dumps of hosted projects create, and nothing of theirs calls: the dashboard's advisor looks with two of them, and the vault
 * was once made with the third. There is nothing in their place.
 */
export const onlyNamed: readonly StandIn[] = ['hypopg', 'index_advisor', 'pgsodium'].map((extension) => ({
  extension,
  folder: import.meta.dirname,
}))
