import { engineForTests } from 'engine/testing'

/** An engine with its rate limits on, for the tests of limits. */
export default engineForTests({ program: 'main.ts', seed: true, rateLimits: true })
