import type { RedisFeature } from 'engine/feature'
import { redisBus } from './redis-bus.ts'

/** Several processes of the engine together, by Redis. */
export const feature: RedisFeature = { redisBus }
