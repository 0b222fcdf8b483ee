import type { TestProject } from 'vitest/node'
import { engineForTests } from './engine-for-tests.ts'
import { startIdentityProvider } from './identity-provider.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the identity provider that the wire tests sign in with. */
    identityProvider: string
  }
}

/** The wire tests run on a small project of their own, since the engine knows nothing of the agency's. */
export default engineForTests({
  async beside(project: TestProject) {
    const provider = await startIdentityProvider()
    project.provide('identityProvider', provider.url)
    return provider
  },
})
