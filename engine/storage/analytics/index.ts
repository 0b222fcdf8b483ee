import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'
import type { InCatalog, InNamespace, OfBucket, OfTable } from './catalog.ts'
import { later } from './later.ts'
import { stringifyWithLongs } from './long-json.ts'
import { renderIcebergError } from './render-error.ts'

const oneRoute = { exposeHeadRoute: false }

/**
 * Analytics buckets, each a catalog of Apache Iceberg tables by the Iceberg REST specification: everything under
 * /storage/v1/iceberg. Few projects have any, and all would start later, so that an endpoint is loaded when it is first
 * asked for.
 */
export async function analytics(app: FastifyInstance) {
  if (!app.project.config.storage.analytics.enabled) return
  app.setErrorHandler(renderIcebergError)
  app.setNotFoundHandler((request) => {
    throw storageErrors.unknownRoute(request)
  })
  app.setReplySerializer(stringifyWithLongs)

  const bucket = '/bucket/:name'
  app.post(
    '/bucket',
    later(app, async () => (await import('./buckets/create-analytics-bucket.ts')).createAnalyticsBucket),
  )
  app.get(
    '/bucket',
    oneRoute,
    later(app, async () => (await import('./buckets/list-analytics-buckets.ts')).listAnalyticsBuckets),
  )
  app.delete<OfBucket>(
    bucket,
    later(app, async () => (await import('./buckets/delete-analytics-bucket.ts')).deleteAnalyticsBucket),
  )

  app.get(
    '/v1/config',
    oneRoute,
    later(app, async () => (await import('./catalog-config.ts')).catalogConfig),
  )

  const namespaces = '/v1/:prefix/namespaces'
  const namespace = `${namespaces}/:namespace`
  app.post<InCatalog>(
    namespaces,
    later(app, async () => (await import('./namespaces/create-namespace.ts')).createNamespace),
  )
  app.get<InCatalog>(
    namespaces,
    oneRoute,
    later(app, async () => (await import('./namespaces/list-namespaces.ts')).listNamespaces),
  )
  app.get<InNamespace>(
    namespace,
    oneRoute,
    later(app, async () => (await import('./namespaces/load-namespace.ts')).loadNamespace),
  )
  app.head<InNamespace>(
    namespace,
    later(app, async () => (await import('./namespaces/load-namespace.ts')).namespaceExists),
  )
  app.delete<InNamespace>(
    namespace,
    later(app, async () => (await import('./namespaces/drop-namespace.ts')).dropNamespace),
  )

  const tables = `${namespace}/tables`
  const table = `${tables}/:table`
  app.post<InNamespace>(
    tables,
    later(app, async () => (await import('./tables/create-table.ts')).createTable),
  )
  app.get<InNamespace>(
    tables,
    oneRoute,
    later(app, async () => (await import('./tables/list-tables.ts')).listTables),
  )
  app.get<OfTable>(
    table,
    oneRoute,
    later(app, async () => (await import('./tables/load-table.ts')).loadTable),
  )
  app.head<OfTable>(
    table,
    later(app, async () => (await import('./tables/load-table.ts')).tableExists),
  )
  app.post<OfTable>(
    table,
    later(app, async () => (await import('./tables/commit-table.ts')).commitTable),
  )
  app.delete<OfTable>(
    table,
    later(app, async () => (await import('./tables/drop-table.ts')).dropTable),
  )
}
