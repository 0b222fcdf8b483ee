import { engineForTests } from 'engine/testing'

/** The isolation tests run on this repository's project, with the seed's people. */
export default engineForTests({ program: 'main.ts', seed: true })
