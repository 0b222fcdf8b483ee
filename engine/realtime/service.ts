import type { FastifyInstance } from 'fastify'
import type { Changes } from './changes/changes.ts'
import type { Limits } from './limits.ts'
import type { Rooms } from './rooms.ts'

/** The state that all sockets and channels of this process share. */
export type Service = { app: FastifyInstance; rooms: Rooms; changes: Changes; limits: Limits }
