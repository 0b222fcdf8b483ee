import { engineForTests } from 'engine/testing'

/** The isolation tests run on this repository's project, with the seed's people. Receivers of webhooks are on this machine. */
export default engineForTests({ program: 'main.ts', seed: true, env: { WEBHOOK_NETWORKS: '127.0.0.1' } })
