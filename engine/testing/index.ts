/**
 * For tests, trials and benches of projects on the engine: servers, their surroundings, and measurements. Plain
 * programs use it as well as Vitest, so everything large is loaded when it is called.
 */

export { layersFor } from '../functions/needs-deno.ts'
export { s3Key, startS3Server } from '../storage/testing/s3-server.ts'
export { debianProgram, redisProgram } from './debian-program.ts'
export { engineForTests } from './engine-for-tests.ts'
export { enginePerFile, kill } from './engine-per-file.ts'
export { keysOf, startEngineProcess, tokensOf } from './engine-process.ts'
export { copyFirstStart } from './first-start.ts'
export { freePort } from './free-port.ts'
export { startIdentityProvider } from './identity-provider.ts'
export { startLoadBalancer } from './load-balancer.ts'
export { median, percentile } from './measuring/percentile.ts'
export { processMs, processorMs } from './measuring/processor-time.ts'
export { isSmoke, smokeSized } from './measuring/smoke-size.ts'
export { withTimeLimit } from './measuring/time-limit.ts'
export { markdownTable, report, writeFigures } from './measuring/write-results.ts'
export { engineProgram, quickHashing } from './paths.ts'
export { startPgBouncer } from './start-pgbouncer.ts'
export { type PostgresPrograms, postgresPrograms, startPostgres } from './start-postgres.ts'
export { startRedis } from './start-redis.ts'
export { startServers } from './start-two-servers.ts'
export { untilPrinted } from './until-printed.ts'

type ServeSite = typeof import('../site/testing/serve-site.ts').serveSite

/** A server of the site alone, as in the engine. */
export const serveSite: ServeSite = async (wanted) => (await import('../site/testing/serve-site.ts')).serveSite(wanted)

/** Makes password hashing in this process fast, and the hashes easy to guess. */
export async function hashQuickly(): Promise<void> {
  await import('./quick-hashing.ts')
}
