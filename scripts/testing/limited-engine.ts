import { engineForTests } from 'engine/testing'

/** Our own project with its limits on, for the tests of what they are. */
export default engineForTests({ program: 'main.ts', seed: true, rateLimits: true })
