import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryDeadlocks } from '../database/retry-deadlocks.ts'
import { type Answer, answer } from './answer/answer.ts'
import { isStored } from './answer/spooled-body.ts'
import { checkClaims } from './check-claims.ts'
import { execute, explain, type PlannedRequest, toStatement } from './execute-plan.ts'
import { parseRequest } from './parse/parse-request.ts'
import { planRequest } from './plan/plan-request.ts'
import { PlanCache, planCacheKey } from './plan-cache.ts'
import type { RequestLimits } from './request-limits.ts'
import type { RestConfig } from './rest-config.ts'
import type { LoadedSchema } from './schema/load-schema.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import type { ResultRow } from './sql/statement.ts'
import { streamableFormat, streamedRead } from './streamed-read.ts'
import { isolationOf, requestSettings } from './transaction-settings.ts'

/** Handles a request; `url` does not contain the service's prefix. */
export type Serve = (request: FastifyRequest, reply: FastifyReply, url: string) => Promise<FastifyReply>

/** Handles a request of a table or function: parses it, plans it, runs it as one statement and answers. */
export function requestHandler(app: FastifyInstance, cache: SchemaCache, limits: RequestLimits): Serve {
  const { database } = app
  const { rateLimits } = app.config
  const remembered = new PlanCache()
  return async function serve(request, reply, url) {
    const { caller, method, headers, ip: address } = request
    checkClaims(caller.claims)
    const known = await cache.current()
    const { schema, config } = known
    const reads = remembered.get(known)
    const key = planCacheKey(request, url)
    let understood = key === undefined ? undefined : reads.get(key)
    if (!understood) {
      understood = await prepare(request, url, known)
      if (key !== undefined) reads.set(key, understood)
    }
    const { parsed, plan } = understood
    const settings = requestSettings(parsed, plan, { role: caller.role, headers, address, rateLimits, schema, config })
    const options = { caller, settings, isolation: isolationOf(settings), before: config.preRequest }
    if (plan.format.explain) {
      const explained = await explain(database, options, understood, plan.format.explain, config)
      return reply.header('content-type', plan.format.contentType).send(method === 'HEAD' ? undefined : explained)
    }
    const long = streamableFormat(parsed, plan)
    const { statement } = understood
    const row = await retryDeadlocks(() =>
      long
        ? streamedRead(database, options, statement, long, app.config.dataDir)
        : execute(database, options, understood, config),
    )
    const answered = answerOrDiscard(understood, row, config)
    const { body } = answered
    reply.code(answered.status).headers(answered.headers)
    return isStored(body) ? reply.header('content-length', body.size).send(body.stream) : reply.send(body)
  }

  async function prepare(
    { caller, method, headers, body: sent }: FastifyRequest,
    url: string,
    { schema, config }: LoadedSchema,
  ): Promise<PlannedRequest> {
    const body = sent instanceof Buffer ? sent : undefined
    const parsed = parseRequest({ method, url, headers, body }, config)
    if (parsed.action !== 'call') await limits.requireRowLimit(caller, body?.length ?? 0, parsed.payload)
    const plan = planRequest(parsed, schema, config)
    return { parsed, plan, statement: toStatement(parsed, plan, config.maxRows) }
  }
}

/** Builds the response. If the settings that SQL made for it are invalid, the stored body is discarded. */
function answerOrDiscard({ parsed, plan }: PlannedRequest, row: ResultRow, config: RestConfig): Answer {
  try {
    return answer(parsed, plan, row, config)
  } catch (error) {
    if (isStored(row.body)) row.body.stream.destroy()
    throw error
  }
}
