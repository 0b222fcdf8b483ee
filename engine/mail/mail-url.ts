import { ConfigError } from '../kernel/config/environment-variables.ts'
import type { SmtpSection } from './smtp-section.ts'

/** The mail server that MAIL_URL names. */
export type SmtpServer = {
  host: string
  port: number
  /** True for TLS from the first byte; otherwise STARTTLS is used where the server offers it. */
  secure: boolean
  /** Refuses to send without TLS, so that the password does not travel in plain text. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

const EXPECTED_FORM = 'MAIL_URL should be smtp://user:password@host:587 or smtps://user:password@host:465'
const TLS_PORT = 465
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Parses MAIL_URL. Undefined where mails go to the outbox: without a value, or with `file:`. Error messages never
 * repeat the URL, which may contain a password.
 */
export function parseMailUrl(mailUrl: string | undefined): SmtpServer | undefined {
  if (mailUrl === undefined || mailUrl === 'file:') return undefined
  const url = URL.parse(mailUrl)
  if (!url) throw new ConfigError(`${EXPECTED_FORM}; it is not an address.`)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    throw new ConfigError(`${EXPECTED_FORM}; it starts with ${url.protocol}.`)
  }
  if (url.hostname === '') throw new ConfigError(`${EXPECTED_FORM}; it names no host.`)
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${EXPECTED_FORM}; nothing may follow the port.`)
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new ConfigError(`${EXPECTED_FORM}; a user needs a password and a password a user.`)
  }
  const isSmtps = url.protocol === 'smtps:'
  return smtpServer({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSmtps ? TLS_PORT : 587) : Number(url.port),
    isSmtps,
    auth: url.username === '' ? undefined : credentials(url),
  })
}

/** The mail server of config.toml's [auth.email.smtp]; undefined where it is switched off. */
export function projectSmtpServer({ enabled, host, port, user, pass }: SmtpSection): SmtpServer | undefined {
  if (!enabled) return undefined
  if (!host) throw new ConfigError('config.toml: auth.email.smtp.host should be the name of a mail server.')
  if (!user !== !pass)
    throw new ConfigError('config.toml: auth.email.smtp should have both a user and a pass, or neither.')
  return smtpServer({ host, port, auth: user && pass ? { user, pass } : undefined })
}

type SmtpAddress = Pick<SmtpServer, 'host' | 'port'> & { isSmtps?: boolean; auth: SmtpServer['auth'] }

/** Servers speak TLS from the first byte on its port, however the address begins. */
function smtpServer({ host, port, isSmtps = false, auth }: SmtpAddress): SmtpServer {
  const secure = isSmtps || port === TLS_PORT
  const requireTLS = !secure && auth !== undefined && !LOOPBACK.test(host)
  return { host, port, secure, requireTLS, ...(auth && { auth }) }
}

function credentials(url: URL) {
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch {
    throw new ConfigError(`${EXPECTED_FORM}; a % in the user or the password is written %25.`)
  }
}
