import type { Config } from './environment-variables.ts'

/** The server's own address on this machine, regardless of any proxy in front of it. */
export const ownUrlOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${anyAddress.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

const anyAddress = new Set(['0.0.0.0', '::'])
