import type { FastifyInstance } from 'fastify'
import { readVariables } from '../../config.ts'
import type { Work } from '../stand-in.ts'
import type { MayReach } from './ask.ts'
import { isAmong, isPublic, parseNetworks } from './networks.ts'
import { Requests } from './requests.ts'
import { netVariables } from './variables.ts'

const loopback = parseNetworks('loopback')

/** Public addresses, those that the operator names, and this server itself, where the project's functions are. */
export async function makeRequests({ config, database, log, server }: FastifyInstance): Promise<Work> {
  const { PG_NET_PRIVATE_ADDRESSES: named } = readVariables(netVariables, config.environment)
  const address = server.address()
  const ownPort = typeof address === 'object' ? address?.port : undefined
  const isOwn: MayReach = (asked, port) => port === ownPort && loopback !== undefined && isAmong(loopback, asked)
  const requests = new Requests({
    database,
    log,
    mayReach: (asked, port) => isPublic(asked) || isAmong(named, asked) || isOwn(asked, port),
  })
  await requests.start()
  return requests
}
