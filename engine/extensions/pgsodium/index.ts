import type { StandIn } from '../stand-in.ts'

export const pgsodium: StandIn = {
  extension: 'pgsodium',
  folder: import.meta.dirname,
}
