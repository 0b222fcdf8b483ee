import { startEngine } from '../scripts/testing/throwaway-engine.ts'

/** Starts the engine of this run, unless E2E_URL names a running one (and E2E_DATA_DIR its folder). */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL !== undefined) return undefined
  const engine = await startEngine({ port: process.env.E2E_PORT })
  // The test workers inherit the environment of this process.
  process.env.E2E_URL = engine.url
  process.env.E2E_DATA_DIR = engine.dataDir
  return engine.stop
}
