import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { auth, openAuthPaths } from '../auth/index.ts'
import { backups } from '../backup/backup-routes.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import { graphqlEndpoint } from '../extensions/graphql-endpoint.ts'
import { extensions } from '../extensions/index.ts'
import { functions } from '../functions/index.ts'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { callerClaims } from '../gateway/caller.ts'
import { allowAllOrigins } from '../gateway/cors.ts'
import { disabledService } from '../gateway/disabled-service.ts'
import { Draining, endConnections } from '../gateway/draining.ts'
import { dropIdleBodies } from '../gateway/idle-bodies.ts'
import { keyInAddress } from '../gateway/key-in-address.ts'
import { lingerBeforeClosing } from '../gateway/linger-before-closing.ts'
import { projectConfig } from '../gateway/public-config.ts'
import { addRequestIds, newRequestId, REQUEST_ID_IN_LOG } from '../gateway/request-ids.ts'
import { stopInTime } from '../gateway/stop-in-time.ts'
import { answerUnreadable, refuseBadAddress } from '../gateway/unreadable-requests.ts'
import { readForwardedAddresses } from '../gateway/visitor-address.ts'
import { webSocketsOnly } from '../gateway/websocket-upgrades.ts'
import { health } from '../health/index.ts'
import type { MayReadDetails } from '../health/may-read-details.ts'
import { examinations } from '../inspection/examination-routes.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { Slots } from '../kernel/page-slots.ts'
import { apiKeys } from '../keys/api-key-routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MailQueueApi } from '../mail/queue/mail-queue.ts'
import { mails } from '../mail/queue/mail-queue-plugin.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { metricsEndpoint } from '../monitoring/metrics-endpoint.ts'
import { logRequests } from '../monitoring/request-log.ts'
import { realtime } from '../realtime/index.ts'
import { rest } from '../rest/index.ts'
import { site } from '../site/index.ts'
import type { Files } from '../storage/files/open-file-store.ts'
import { storage } from '../storage/index.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Project } from './config-toml.ts'
import { engineHealthParts } from './health-parts.ts'

/** The parts that every service works with. */
export type Engine = {
  config: Config
  project: Project
  database: Database
  files: Files
  tokens: Tokens
  mailer: Mailer
  bus: Bus
  slots: Slots
}

declare module 'fastify' {
  interface FastifyInstance extends Engine {
    mails: MailQueueApi
  }
}

/** The time limit for requests in progress when the server stops. */
const STOP_TIMEOUT_MS = 10_000

/** Zod parses requests and JSON.stringify writes answers, so Fastify's schema compilers need not be loaded. */
const noSchemas = () => () => {
  throw new Error('A route has a JSON schema, but nothing here compiles one.')
}

type ServerOptions = {
  started?: Promise<unknown>
  draining?: Draining
  metrics?: Metrics | undefined
  /** Left out, no access token may read the details of the health. */
  mayReadDetails?: MayReadDetails | undefined
}

/** The whole engine behind one port. /health answers 503 until it has `started`, and while it is `draining`. */
export function buildServer(
  engine: Engine,
  {
    started,
    draining = new Draining(),
    metrics,
    mayReadDetails,
    onPage,
    pages,
    ...options
  }: FastifyServerOptions & ServerOptions & Parameters<typeof site>[1],
): FastifyInstance {
  const app = Fastify({
    ...options,
    genReqId: newRequestId,
    rewriteUrl: keyInAddress,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: refuseBadAddress,
    trustProxy: engine.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_IN_LOG }),
    http: webSocketsOnly,
    // Requests that arrived before the stop are served: their senders could not know whether to send them again.
    return503OnClosing: false,
    // Migrating a large database takes long, and so does anything on a slow machine.
    pluginTimeout: 0,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  decorate(app, engine)
  app.register(mails)
  app.setErrorHandler(renderError)
  addHooks(app, draining)

  app.register(health, { ownParts: engineHealthParts, started, draining, ...(mayReadDetails && { mayReadDetails }) })
  app.register(metricsEndpoint, { metrics })
  app.register(projectConfig)

  const { auth: signingIn, api, storage: files, realtime: live, edge_runtime: runtime } = engine.project.config
  const service = (prefix: string, { enabled = true }: { enabled?: boolean | undefined }, plugin: FastifyPluginAsync) =>
    app.register(enabled ? plugin : disabledService, { prefix })
  service('/auth/v1', signingIn, authService)
  service('/rest/v1', api, restService)
  service('/storage/v1', files, storageService)
  service('/realtime/v1', live, realtime)
  // Functions answer preflights and check tokens themselves, as on the hosted service.
  service('/functions/v1', runtime, functions)
  app.register(graphqlEndpoint, { prefix: '/graphql/v1' })
  app.register(extensions)
  app.register(apiKeys)
  app.register(backups)
  app.register(examinations)

  app.register(site, { onPage, pages })
  return app
}

/** What happens with every request and connection, whatever service it is for. */
function addHooks(app: FastifyInstance, draining: Draining) {
  readForwardedAddresses(app)
  addRequestIds(app)
  logRequests(app)
  stopInTime(app, STOP_TIMEOUT_MS)
  dropIdleBodies(app)
  lingerBeforeClosing(app)
  endConnections(app, draining)
}

/** What every service finds in its app. */
function decorate(app: FastifyInstance, engine: Engine) {
  app.decorate('config', engine.config)
  app.decorate('project', engine.project)
  app.decorate('database', engine.database)
  app.decorate('files', engine.files)
  app.decorate('tokens', engine.tokens)
  app.decorate('mailer', engine.mailer)
  app.decorate('bus', engine.bus)
  app.decorate('slots', engine.slots)
}

async function authService(app: FastifyInstance) {
  app.register(allowAllOrigins)
  app.register(requireApiKey, { except: openAuthPaths })
  app.register(auth)
}

async function restService(app: FastifyInstance) {
  app.register(allowAllOrigins, { answersOptions: true })
  app.register(requireApiKey)
  app.register(callerClaims)
  app.register(rest)
}

async function storageService(app: FastifyInstance) {
  app.register(allowAllOrigins)
  app.register(storage)
}

/** Renders errors of the gateway and of Fastify itself; each service renders its own. */
function renderError(
  error: FastifyError | ApiError,
  request: Parameters<FastifyInstance['errorHandler']>[1],
  reply: Parameters<FastifyInstance['errorHandler']>[2],
) {
  if (error instanceof ApiError) return reply.code(error.statusCode).headers(error.headers).send(error.body)
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send({ message: error.message })
  request.log.error(error)
  return reply.code(500).send({ message: 'Something went wrong here. Please try again.' })
}
