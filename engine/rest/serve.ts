import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from './answer/answer.ts'
import { checkClaims } from './check-claims.ts'
import { execute, explain } from './execute.ts'
import { parseRequest } from './parse/parse-request.ts'
import { planRequest } from './plan/plan-request.ts'
import type { RequestLimits } from './request-limits.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { isolationOf, requestSettings } from './settings.ts'
import { startTiming } from './timing.ts'

/** `url` begins after the service's prefix. */
export type Serve = (request: FastifyRequest, reply: FastifyReply, url: string) => Promise<FastifyReply>

/** Answers a request of a table or function: parsed, planned, run as one statement. */
export function requestHandler(app: FastifyInstance, cache: SchemaCache, limits: RequestLimits): Serve {
  const { database } = app
  const { rateLimits } = app.config
  return async function serve(request, reply, url) {
    const { caller, method, headers, ip: address } = request
    checkClaims(caller.claims)
    const { schema, config } = await cache.known()
    const timing = config.timing ? startTiming() : undefined
    const body = request.body instanceof Buffer ? request.body : undefined
    const asked = parseRequest({ method, url, headers, body }, config)
    if (asked.action !== 'call') await limits.requireFewRows(caller, body?.length ?? 0, asked.payload)
    timing?.ends('parse')
    const plan = planRequest(asked, schema, config)
    timing?.ends('plan')
    const settings = requestSettings(asked, plan, { role: caller.role, headers, address, rateLimits, schema, config })
    const options = { caller, settings, isolation: isolationOf(settings), before: config.preRequest }
    if (plan.format.explain) {
      const explained = await explain(database, options, asked, plan, plan.format.explain, config)
      timing?.ends('transaction')
      timing?.tell(reply)
      return reply.header('content-type', plan.format.contentType).send(method === 'HEAD' ? undefined : explained)
    }
    const row = await execute(database, options, asked, plan, config)
    timing?.ends('transaction')
    const answered = answer(asked, plan, row, config)
    timing?.ends('response')
    timing?.tell(reply)
    return reply.code(answered.status).headers(answered.headers).send(answered.body)
  }
}
