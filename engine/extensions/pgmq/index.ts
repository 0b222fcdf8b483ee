import type { StandIn } from '../stand-in.ts'

export const pgmq: StandIn = {
  extension: 'pgmq',
  folder: import.meta.dirname,
}
