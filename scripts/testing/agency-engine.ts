import { engineForTests } from 'engine/testing'

/** The isolation tests run on our own project, with its people. */
export default engineForTests({ program: 'main.ts', seed: true })
