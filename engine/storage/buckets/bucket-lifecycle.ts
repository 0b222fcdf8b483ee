import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { asCaller } from '../http/statements.ts'
import { checkedLifecycle, type Lifecycle, lifecycleBody } from './lifecycle.ts'

type ById = { Params: { id: string } }

/** /bucket/:id/lifecycle: when earlier versions of files expire. The sweep follows it. */
export async function bucketLifecycle(app: FastifyInstance) {
  app.get<ById>('/bucket/:id/lifecycle', { exposeHeadRoute: false }, async (request) => {
    const [bucket] = await app.database.run<{ lifecycle_configuration: Lifecycle | null }>(
      asCaller(request, 'storage.bucket.get_lifecycle', request.caller),
      { text: 'select lifecycle_configuration from storage.buckets where id = $1', values: [request.params.id] },
    )
    if (!bucket) throw storageErrors.noBucket()
    if (!bucket.lifecycle_configuration) throw storageErrors.noLifecycle()
    return bucket.lifecycle_configuration
  })

  app.put<ById>('/bucket/:id/lifecycle', async (request) => {
    const lifecycle = checkedLifecycle(readBody(request, lifecycleBody))
    const options = asCaller(request, 'storage.bucket.put_lifecycle', request.caller)
    const updated = await app.database.run(options, setting(request.params.id, lifecycle))
    if (updated.length === 0) throw storageErrors.noBucket()
    return lifecycle
  })

  app.delete<ById>('/bucket/:id/lifecycle', async (request) => {
    const options = asCaller(request, 'storage.bucket.delete_lifecycle', request.caller)
    const updated = await app.database.run(options, setting(request.params.id, null))
    if (updated.length === 0) throw storageErrors.noBucket()
    return { message: 'Successfully deleted' }
  })
}

const setting = (id: string, lifecycle: Lifecycle | null) => ({
  text: 'update storage.buckets set lifecycle_configuration = $2 where id = $1 returning id',
  values: [id, lifecycle && JSON.stringify(lifecycle)],
})
