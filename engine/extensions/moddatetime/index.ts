import type { StandIn } from '../stand-in.ts'

export const moddatetime: StandIn = {
  extension: 'moddatetime',
  folder: import.meta.dirname,
}
