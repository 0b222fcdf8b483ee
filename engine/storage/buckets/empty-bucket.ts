import type { FastifyInstance } from 'fastify'
import { asEngine } from '../http/caller-settings.ts'
import { removeFiles } from '../rows/remove-files.ts'
import { requireBucket } from './bucket-rows.ts'

/**
 * POST /bucket/:id/empty: removes every file. The rows are gone at once, although the hosted service's message says
 * that it may take a while.
 */
export async function emptyBucket(app: FastifyInstance) {
  app.post<{ Params: { id: string } }>('/bucket/:id/empty', async (request) => {
    const { id } = await requireBucket(app.database, request.params.id)
    const options = { settings: { ...asEngine.settings, 'storage.operation': 'storage.bucket.empty' } }
    const removed = await app.database.run<{ version: string | null }>(options, {
      text: 'delete from storage.objects where bucket_id = $1 returning version',
      values: [id],
    })
    await removeFiles(
      app,
      removed.map(({ version }) => version),
    )
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })
}
