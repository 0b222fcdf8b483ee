import type { AddressInfo } from 'node:net'
import { type Config, readVariables } from 'engine/feature'
import { isAmong, isPublic, parseNetworks } from './allowed-networks.ts'
import { ownAddress } from './local-cli-address.ts'
import { netVariables } from './private-address-setting.ts'
import type { RequestRules } from './send-request.ts'

const loopback = parseNetworks('loopback')

/**
 * The rules of outgoing requests: public addresses, those that the operator allows, and this server itself, which runs
 * the project's functions.
 */
export function requestRules(config: Config, address: AddressInfo | string | null): RequestRules {
  const { PG_NET_PRIVATE_ADDRESSES: named } = readVariables(netVariables, config.environment)
  const own = typeof address === 'object' && address ? address.port : config.port
  const isOwn = (ip: string, port: number) => port === own && loopback !== undefined && isAmong(loopback, ip)
  return {
    mayReach: (ip, port) => isPublic(ip) || isAmong(named, ip) || isOwn(ip, port),
    addressOf: (url) => ownAddress(url, own),
  }
}
