import { engineForTests } from './engine.ts'

/** The isolation tests run on our own project, with its people. */
export default engineForTests({ seed: true })
