import { engineForTests } from './engine.ts'

/** The wire tests run on a small project of their own, since the engine knows nothing of ours. */
export default engineForTests({ projectDir: 'backend/contract/project' })
