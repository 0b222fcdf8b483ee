import type { Work } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { requestRules } from '../outbound-http/request-rules.ts'
import { Requests } from './send-queued-requests.ts'

export async function makeRequests(app: FastifyInstance): Promise<Work> {
  const { config, database, log, server } = app
  const requests = new Requests({ database, log, rules: requestRules(config, server.address()) })
  await requests.start()
  return requests
}
