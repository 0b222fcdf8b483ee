import type { StandIn } from '../stand-in.ts'

export const http: StandIn = {
  extension: 'http',
  folder: import.meta.dirname,
}
