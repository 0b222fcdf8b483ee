import { netVariables } from '../asking/variables.ts'
import type { StandIn } from '../stand-in.ts'

export const http: StandIn = {
  extension: 'http',
  folder: import.meta.dirname,
  variables: netVariables,
  load: async () => (await import('./http.ts')).answerStatements,
}
