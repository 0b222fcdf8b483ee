import { existsSync } from 'node:fs'

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']
/** The value of `sslrootcert` that stands for the authorities that this machine trusts. */
const SYSTEM = 'system'

/** Says what an address of PostgreSQL should be; undefined where it can be used. */
export function faultOfPostgresUrl(url: string, example: string): string | undefined {
  const parsed = parse(url)
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) return `an address such as ${example}`
  const { sslmode, ...asked } = parsed.asked
  if (sslmode !== undefined && !MODES.includes(sslmode)) {
    return 'an address whose sslmode is disable, allow, prefer, require, verify-ca or verify-full'
  }
  const lacking = FILES.find((name) => asked[name] && asked[name] !== SYSTEM && !existsSync(asked[name]))
  return lacking && `an address whose ${lacking} names a file that is there`
}

/**
 * The address as node-postgres needs it to do what libpq does with `sslmode`, and with the name under which the server
 * shows the connection. Commands find running servers by that name, so it wins over one in the address.
 */
export function namedPostgresUrl(url: string, name: string): string {
  const place = url.replace(/#.*/s, '')
  // The last of several values counts, so that these win.
  const added = new URLSearchParams({ application_name: name, ...certificateChecks(parse(place)?.asked ?? {}) })
  return `${place}${place.includes('?') ? '&' : '?'}${added}`
}

/** The parameter by which node-postgres takes `require` as libpq does: it would verify certificates and print a warning. */
const LIKE_LIBPQ = { uselibpqcompat: 'true' }

function certificateChecks({ sslmode, sslrootcert }: Record<string, string>): Record<string, string> {
  if (sslrootcert === SYSTEM) return { ...LIKE_LIBPQ, sslmode: 'verify-full', sslrootcert: '' }
  switch (sslmode) {
    case undefined:
      return {}
    // libpq asks for TLS only where the server refuses to do without.
    case 'allow':
      return { sslmode: 'disable' }
    // Any name that a known authority has signed would do, so the name is compared as well.
    case 'verify-ca':
      return sslrootcert ? LIKE_LIBPQ : { ...LIKE_LIBPQ, sslmode: 'verify-full' }
    case 'no-verify':
      return {}
    default:
      return LIKE_LIBPQ
  }
}

function parse(url: string): { protocol: string; asked: Record<string, string> } | undefined {
  // A user without a host is no URL, but what stands before `?host=` and the folder of a socket.
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  return parsed ? { protocol: parsed.protocol, asked: Object.fromEntries(parsed.searchParams) } : undefined
}

/** The address without its password, to be shown. */
export const withoutPassword = (url: string) =>
  url.replace(/^([^:/]+:\/\/[^:@/?#]*):[^/?#]*@/, '$1:…@').replace(/([?&]password=)[^&]*/, '$1…')
