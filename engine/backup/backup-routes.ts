import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isInUse } from '../database/embedded/folder-lock.ts'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { backupHealth } from './backup-health.ts'
import { BACKUPS_PATH, type begunAnswer, outcome, recordsIn } from './backup-records.ts'
import { copiesIn } from './copies.ts'

const provenArchive = z.object({ name: z.string() })

/**
 * Serves backups of the embedded database, which no other process may open: copies it and records how the backup ended.
 * Requires the service key. Adds its part to /health where backups are configured.
 */
export async function backups(app: FastifyInstance) {
  const { config, database } = app
  const records = recordsIn(database)
  const copies = copiesIn(config)

  if (config.backupUrl !== undefined) app.health.add(backupHealth(database))

  app.register(async (service) => {
    service.register(requireApiKey)
    service.addHook('onRequest', async (request) => {
      if (request.apiKeyRole !== 'service_role')
        throw new ApiError(403, { message: 'Backups require the service key.' })
    })

    service.post(BACKUPS_PATH, async (): Promise<z.output<typeof begunAnswer>> => {
      if (!database.copyTo) {
        throw new ApiError(400, { message: 'The database is not in this server: ask it directly, by DATABASE_URL.' })
      }
      const id = await records.begin()
      const folder = join(copies, id, randomUUID())
      await database.copyTo(folder)
      return { id, folder }
    })

    service.post(`${BACKUPS_PATH}/proven`, async ({ body }, reply) => {
      const proven = provenArchive.safeParse(body)
      if (!proven.success) throw new ApiError(400, { message: 'Say the name of the archive that was proven.' })
      await records.recordVerified(proven.data.name)
      return reply.code(204).send()
    })

    service.post(`${BACKUPS_PATH}/abandoned`, async (_request, reply) => {
      await records.endAbandoned(await idsOfCopiesInUse(copies))
      return reply.code(204).send()
    })

    service.patch<{ Params: { id: string } }>(`${BACKUPS_PATH}/:id`, async ({ params, body }, reply) => {
      const id = z.uuid().safeParse(params.id)
      const ended = outcome.safeParse(body)
      if (!id.success || !ended.success) throw new ApiError(400, { message: 'That is not the result of a backup.' })
      await records.end(id.data, ended.data)
      await rm(join(copies, id.data), { recursive: true, force: true })
      return reply.code(204).send()
    })
  })
}

/** The ids of backups that read their copy of the embedded database. */
async function idsOfCopiesInUse(copies: string): Promise<string[]> {
  const inUse: string[] = []
  for (const id of await readdir(copies).catch(() => [])) {
    if (!z.uuid().safeParse(id).success) continue
    for (const name of await readdir(join(copies, id)).catch(() => []))
      if (z.uuid().safeParse(name).success && (await isInUse(join(copies, id, name)))) inUse.push(id)
  }
  return inUse
}
