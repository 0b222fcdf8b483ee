import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL and keys of the server under test, which tests know only over HTTP. */
    engine: { url: string; anonKey: string; serviceRoleKey: string; outboxDir: string }
  }
}

/** The server that the global set-up has started with the seed, or that was configured. */
export const engine = inject('engine')
