import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf, startEngineProcess, startLoadBalancer, startPostgres } from 'engine/testing'
import { freshDatabase } from 'engine/testing/database'

export type KillableAgency = Awaited<ReturnType<typeof startKillableAgency>>

/** A process of Mainstreet with the seed's people, which keeps its address when it is killed and started again. */
export async function startKillableAgency(on: 'embedded' | 'PostgreSQL') {
  await using started = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'killable-agency-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const balancer = await startLoadBalancer()
  started.defer(balancer.stop)
  const databaseUrl =
    on === 'embedded' ? '' : await freshDatabase(process.env.TEST_POSTGRES_URL ?? (await ownPostgres()))
  const start = async () => {
    const env = { DATABASE_URL: databaseUrl, SITE_URL: balancer.url }
    const server = await startEngineProcess({ program: 'main.ts', dataDir, seed: true, env })
    balancer.add(server.url)
    return server
  }
  let server = await start()
  started.defer(() => server.end('SIGTERM'))
  const { anonKey } = await keysOf(dataDir)
  const all = started.move()

  return {
    url: balancer.url,
    anonKey,
    /** Kills it as a power cut would, and starts it again. */
    async killAndStart(): Promise<void> {
      await server.end('SIGKILL')
      balancer.remove(server.url)
      server = await start()
    },
    stop: () => all.disposeAsync(),
  }

  async function ownPostgres(): Promise<string> {
    const postgres = await startPostgres()
    started.defer(postgres.stop)
    return postgres.url
  }
}
