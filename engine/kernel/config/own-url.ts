import type { Config } from './config.ts'

/** Where the server of these settings answers on this machine, whatever stands in front of it. */
export const ownUrlOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${anyAddress.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

const anyAddress = new Set(['0.0.0.0', '::'])
