import { netVariables } from '../asking/variables.ts'
import type { StandIn } from '../stand-in.ts'

export const http: StandIn = {
  extension: 'http',
  folder: import.meta.dirname,
  variables: netVariables,
  loadForSeeds: async () => (await import('./http.ts')).answerSeeds,
  load: async () => (await import('./http.ts')).answerStatements,
}
