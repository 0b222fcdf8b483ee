import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server under test; everything else about it is found over the wire. */
    engine: { url: string; anonKey: string; serviceRoleKey: string; outboxDir: string }
  }
}

/** The server that the global set-up of the wire tests has started or was given. */
export const engine = inject('engine')
