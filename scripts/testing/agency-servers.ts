import { startServers } from 'engine/testing'

/** Two processes of Mainstreet on one PostgreSQL and one Redis, filled with the seed. */
export const startAgencyServers = () => startServers({ program: 'main.ts', seed: true })
