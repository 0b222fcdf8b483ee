import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { s3Key, startS3Server } from '../storage/testing/s3-server.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startLoadBalancer } from './load-balancer.ts'
import { startServers } from './start-two-servers.ts'

/** A vitest global setup: two servers behind a load balancer, on one PostgreSQL, one Redis and one S3. */
export default async function setup(project: TestProject) {
  await using started = new AsyncDisposableStack()
  const bucketDir = await mkdtemp(join(tmpdir(), 'engine-s3-'))
  started.defer(() => rm(bucketDir, { recursive: true, force: true }))
  const s3 = await startS3Server(bucketDir, 'files')
  started.defer(s3.stop)
  const provider = await startIdentityProvider()
  started.defer(provider.stop)
  const balancer = await startLoadBalancer()
  started.defer(balancer.stop)

  const servers = await startServers({
    env: {
      ...provider.env,
      ...s3Key,
      STORAGE_URL: `s3://files?endpoint=${s3.endpoint}&region=us-east-1`,
      SITE_URL: balancer.url,
    },
  })
  started.defer(servers.stop)
  balancer.add(servers.one.url)
  balancer.add(servers.other.url)

  const { anonKey, serviceRoleKey, dataDir } = servers
  project.provide('identityProvider', provider.url)
  project.provide('engine', { url: balancer.url, anonKey, serviceRoleKey, outboxDir: join(dataDir, 'outbox') })
  const all = started.move()
  return () => all.disposeAsync()
}
