import type { RedisFeature } from 'engine/feature'
import { redisBus } from './redis-bus.ts'

/** Channels, presence and counters shared by several processes of the engine over Redis. */
export const feature: RedisFeature = { redisBus }
