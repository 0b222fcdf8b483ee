import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { storageErrors } from '../errors.ts'
import type { Parts } from '../feature.ts'
import { asEngine } from '../http/statements.ts'
import { addAnalyticsBucket, createAnalyticsBucket } from './buckets/create-analytics-bucket.ts'
import { deleteAnalyticsBucket } from './buckets/delete-analytics-bucket.ts'
import { listAnalyticsBuckets } from './buckets/list-analytics-buckets.ts'
import type { InCatalog, InNamespace, OfBucket, OfTable } from './catalog.ts'
import { catalogConfig } from './catalog-config.ts'
import { stringifyWithLongs } from './long-json.ts'
import { createNamespace } from './namespaces/create-namespace.ts'
import { dropNamespace } from './namespaces/drop-namespace.ts'
import { listNamespaces } from './namespaces/list-namespaces.ts'
import { loadNamespace, namespaceExists } from './namespaces/load-namespace.ts'
import { renderIcebergError } from './render-error.ts'
import type { AnalyticsSection } from './section.ts'
import { commitTable } from './tables/commit-table.ts'
import { createTable } from './tables/create-table.ts'
import { dropTable } from './tables/drop-table.ts'
import { listTables } from './tables/list-tables.ts'
import { loadTable, tableExists } from './tables/load-table.ts'

declare module 'fastify' {
  interface FastifyInstance {
    analyticsSettings: AnalyticsSection
  }
}

export const catalogs = (app: FastifyInstance, { analytics }: { analytics: AnalyticsSection }): Parts => {
  app.decorate('analyticsSettings', analytics)
  app.addHook('onReady', () => makeBuckets(app))
  return {
    projectServers: async (app) => void app.register(routes, { prefix: '/iceberg' }),
    bucketTypes: { ANALYTICS: async (app, request, name) => void (await addAnalyticsBucket(app, request, name)) },
  }
}

const oneRoute = { exposeHeadRoute: false }

/** By the Iceberg REST specification: everything under /storage/v1/iceberg. */
async function routes(app: FastifyInstance) {
  app.setErrorHandler(renderIcebergError)
  app.setNotFoundHandler((request) => {
    throw storageErrors.unknownRoute(request)
  })
  app.setReplySerializer(stringifyWithLongs)

  app.post('/bucket', by(app, createAnalyticsBucket))
  app.get('/bucket', oneRoute, by(app, listAnalyticsBuckets))
  app.delete<OfBucket>('/bucket/:name', by(app, deleteAnalyticsBucket))

  app.get('/v1/config', oneRoute, by(app, catalogConfig))

  const namespaces = '/v1/:prefix/namespaces'
  const namespace = `${namespaces}/:namespace`
  app.post<InCatalog>(namespaces, by(app, createNamespace))
  app.get<InCatalog>(namespaces, oneRoute, by(app, listNamespaces))
  app.get<InNamespace>(namespace, oneRoute, by(app, loadNamespace))
  app.head<InNamespace>(namespace, by(app, namespaceExists))
  app.delete<InNamespace>(namespace, by(app, dropNamespace))

  const tables = `${namespace}/tables`
  const table = `${tables}/:table`
  app.post<InNamespace>(tables, by(app, createTable))
  app.get<InNamespace>(tables, oneRoute, by(app, listTables))
  app.get<OfTable>(table, oneRoute, by(app, loadTable))
  app.head<OfTable>(table, by(app, tableExists))
  app.post<OfTable>(table, by(app, commitTable))
  app.delete<OfTable>(table, by(app, dropTable))
}

type Endpoint<Route extends RouteGenericInterface> = (
  app: FastifyInstance,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
) => Promise<unknown>

const by =
  <Route extends RouteGenericInterface>(app: FastifyInstance, endpoint: Endpoint<Route>) =>
  (request: FastifyRequest<Route>, reply: FastifyReply) =>
    endpoint(app, request, reply)

/** Makes the buckets that config.toml names. */
async function makeBuckets({ database, analyticsSettings }: FastifyInstance) {
  for (const name of Object.keys(analyticsSettings.buckets)) {
    await database.run(asEngine, {
      text: 'insert into storage.buckets_analytics (name) values ($1) on conflict do nothing',
      values: [name],
    })
  }
}
