import type { TestProject } from 'vitest/node'
import { engineForTests } from './engine-for-tests.ts'
import { startIdentityProvider } from './identity-provider.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the identity provider that the wire tests sign in with. */
    identityProvider: string
  }
}

/** The contract tests have a small project of their own, because the engine does not depend on the agency's project. */
export default engineForTests({
  async beside(project: TestProject) {
    const provider = await startIdentityProvider()
    project.provide('identityProvider', provider.url)
    return provider
  },
})
