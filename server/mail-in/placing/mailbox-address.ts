import { ConfigError } from 'engine/config'

/** The mailbox that MAIL_IN_URL names. */
export type MailboxAddress = {
  host: string
  port: number
  /** True for TLS from the first byte; otherwise STARTTLS, which only a server on this machine may lack. */
  secure: boolean
  requiresTls: boolean
  auth: { user: string; pass: string }
  folder: string
  /** The name by which the database knows the mailbox. */
  name: string
}

/** Environment variables that are read here. */
export const mailboxVariables = ['MAIL_IN_URL']

const EXPECTED_FORM = 'MAIL_IN_URL should be imaps://user:password@host:993 or imap://user:password@host:143'
const TLS_PORT = 993
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Parses MAIL_IN_URL; undefined without one. Error messages never repeat the URL, which contains a password. */
export function mailboxAddress(env: NodeJS.ProcessEnv = process.env): MailboxAddress | undefined {
  const { MAIL_IN_URL } = env
  if (!MAIL_IN_URL) return undefined
  const url = URL.parse(MAIL_IN_URL)
  if (!url) throw new ConfigError(`${EXPECTED_FORM}; it is not an address.`)
  if (url.protocol !== 'imap:' && url.protocol !== 'imaps:') {
    throw new ConfigError(`${EXPECTED_FORM}; it starts with ${url.protocol}.`)
  }
  if (url.hostname === '') throw new ConfigError(`${EXPECTED_FORM}; it names no host.`)
  if (url.search !== '' || url.hash !== '')
    throw new ConfigError(`${EXPECTED_FORM}; only a folder may follow the port.`)
  if (url.username === '' || url.password === '')
    throw new ConfigError(`${EXPECTED_FORM}; it needs a user and a password.`)
  const port = url.port === '' ? (url.protocol === 'imaps:' ? TLS_PORT : 143) : Number(url.port)
  // Servers speak TLS from the first byte on its port, however the address begins.
  const secure = url.protocol === 'imaps:' || port === TLS_PORT
  const [user, pass, folder] = [url.username, url.password, url.pathname.slice(1) || 'INBOX'].map(decoded)
  if (user === undefined || pass === undefined || folder === undefined) throw new ConfigError(EXPECTED_FORM)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
    requiresTls: !secure && !LOOPBACK.test(url.hostname),
    auth: { user, pass },
    folder,
    name: `${user}@${url.host}/${folder}`,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError(`${EXPECTED_FORM}; a % in the user, the password or the folder is written %25.`)
  }
}
