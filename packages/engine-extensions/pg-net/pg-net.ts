import type { Work } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { requestRules } from '../outbound-http/request-rules.ts'
import { RequestSender } from './send-queued-requests.ts'

export async function startRequestSender(app: FastifyInstance): Promise<Work> {
  const { config, database, log, server } = app
  const requests = new RequestSender({ database, log, rules: requestRules(config, server.address()) })
  await requests.start()
  return requests
}
