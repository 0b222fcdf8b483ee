import { engineForTests } from './engine.ts'

/** Our own project with its limits on, for the tests of what they are. */
export default engineForTests({ seed: true, rateLimits: true })
