import type { FastifyInstance } from 'fastify'
import type { Changes } from './changes/deliver-changes.ts'
import type { Limits } from './realtime-limits.ts'
import type { Rooms } from './rooms.ts'

/** The state that all sockets and channels of this process share. */
export type Service = { app: FastifyInstance; rooms: Rooms; changes: Changes; limits: Limits }
