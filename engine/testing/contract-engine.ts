import type { TestProject } from 'vitest/node'
import { engineForTests } from './engine-for-tests.ts'
import { startIdentityProvider } from './identity-provider.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the provider is that the wire tests sign in by. */
    identityProvider: string
  }
}

/** The wire tests run on a small project of their own, since the engine knows nothing of ours. */
export default engineForTests({
  async beside(project: TestProject) {
    const provider = await startIdentityProvider()
    project.provide('identityProvider', provider.url)
    return provider
  },
})
