import { connect } from 'node:tls'
import { type Check, type Finding, leftOut, ok, problem, reasonOf, warning } from '../check.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Certificates of ninety days are renewed thirty days before their end. */
const LITTLE_DAYS = 14

/** SITE_URL as people find it: that it leads here, by HTTPS, with a certificate that is still good for a while. */
export const site: Check = async ({ config, keys }) => {
  const { siteUrl } = config
  if (!config.siteUrlGiven) {
    return warning(
      `SITE_URL is not set: links in mails lead to ${siteUrl}, which is this machine for whoever reads them.`,
      'Set SITE_URL to the address by which people find the site.',
    )
  }
  const findings: Finding[] = []
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
  if (siteUrl.startsWith('http:') && !isLocal) {
    findings.push(
      warning(
        `SITE_URL, ${siteUrl}, is not HTTPS: passwords travel readably.`,
        'Put Caddy or nginx in front: docs/operations/deploy.md.',
      ),
    )
  }
  try {
    const answer = await fetch(`${siteUrl}/config.json`)
    const { supabaseAnonKey } = Object(await answer.json().catch(() => undefined))
    if (supabaseAnonKey !== keys.anonKey) {
      findings.push(
        problem(
          `SITE_URL, ${siteUrl}, leads to something else than this installation (${answer.status}).`,
          'Look where its name points to, and what the proxy there passes on; or correct SITE_URL.',
        ),
      )
    }
  } catch (error) {
    findings.push(leftOutOrProblem(siteUrl, reasonOf(error)))
  }
  if (siteUrl.startsWith('https:')) findings.push(...(await certificate(new URL(siteUrl))))
  return findings.length > 0 ? findings : ok(`SITE_URL, ${siteUrl}, leads here.`)
}

/** The name may be known outside only; whoever cannot reach it from here does not know that nobody can. */
const leftOutOrProblem = (siteUrl: string, reason: string): Finding =>
  /ENOTFOUND|EAI_AGAIN/.test(reason)
    ? leftOut(`SITE_URL, ${siteUrl}, has no address here (${reason}): look at it from outside.`)
    : problem(
        `SITE_URL, ${siteUrl}, does not answer: ${reason}.`,
        'Is the server running, the proxy in front of it too, and are ports 80 and 443 open?',
      )

async function certificate({ hostname, port }: URL): Promise<Finding[]> {
  const end = await endOfCertificate(hostname, port === '' ? 443 : Number(port)).catch(() => undefined)
  // Why nobody answers is said already.
  if (end === undefined) return []
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days >= LITTLE_DAYS) return []
  const todo = 'Look in the log of the proxy why it was not renewed.'
  if (days < 0) return [problem(`The certificate of ${hostname} has expired.`, todo)]
  return [warning(`The certificate of ${hostname} is valid for ${days} more days.`, todo)]
}

function endOfCertificate(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    // Whether it is trusted is seen by the request above; here it is read also where it is not.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: 10_000 }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('timeout')))
  })
}
