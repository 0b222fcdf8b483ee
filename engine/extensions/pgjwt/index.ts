import type { StandIn } from '../stand-in.ts'

export const pgjwt: StandIn = {
  extension: 'pgjwt',
  folder: import.meta.dirname,
}
