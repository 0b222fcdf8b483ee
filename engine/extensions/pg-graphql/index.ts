import type { StandIn } from '../stand-in.ts'

export const pgGraphql: StandIn = {
  extension: 'pg_graphql',
  folder: import.meta.dirname,
}
