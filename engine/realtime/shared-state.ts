import type { FastifyInstance } from 'fastify'
import type { ChangeDelivery } from './changes/deliver-changes.ts'
import type { RealtimeLimits } from './realtime-limits.ts'
import type { Rooms } from './rooms.ts'

/** The state that all sockets and channels of this process share. */
export type RealtimeState = { app: FastifyInstance; rooms: Rooms; changes: ChangeDelivery; limits: RealtimeLimits }
