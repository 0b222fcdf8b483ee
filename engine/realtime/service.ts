import type { FastifyInstance } from 'fastify'
import type { Changes } from './changes/changes.ts'
import type { Limits } from './limits.ts'
import type { Rooms } from './rooms.ts'

/** What every socket and channel of this process shares. */
export type Service = { app: FastifyInstance; rooms: Rooms; changes: Changes; limits: Limits }
