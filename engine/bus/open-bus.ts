import { loadPackage, type OptionalPackage } from '../kernel/optional-package.ts'
import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'

/** The `feature` that the package exports. */
export type RedisFeature = {
  /** Throws `ConfigError` when there is no Redis at `url`; `name` keeps other programs' channels apart. */
  redisBus(url: string, name: string): Promise<Bus>
}

const from: OptionalPackage = { name: 'engine-redis', provides: 'several servers by Redis', requiredBy: 'REDIS_URL' }

/**
 * Opens a bus over Redis, or one for this process alone where no URL is given. `name` keeps the channels of other
 * programs apart.
 */
export async function openBus(redisUrl: string | undefined, name: string): Promise<Bus> {
  if (redisUrl === undefined) return inProcessBus()
  const { redisBus } = await loadPackage<RedisFeature>(from)
  return redisBus(redisUrl, name)
}
