import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { type Finding, problem, warning } from '../check-result.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * Certificates of ninety days are renewed thirty days before they expire; fewer days left than this mean that renewal
 * fails.
 */
const WARNING_DAYS = 14

/** Checks the certificate that is presented at an address; undefined if nothing answers there. */
export async function certificateFindings({ hostname, port }: URL): Promise<Finding[] | undefined> {
  const shown = await certificateAt(hostname, port === '' ? 443 : Number(port)).catch(() => undefined)
  if (!shown) return undefined
  const { certificate, distrusted } = shown
  const days = Math.floor((new Date(certificate.valid_to).getTime() - Date.now()) / DAY_MS)
  const log = 'Look in the log of the proxy why it was not renewed.'
  if (days < 0) return [problem(`The certificate of ${hostname} has expired, on ${certificate.valid_to}.`, log)]
  if (distrusted !== undefined) return [whyDistrusted(distrusted, hostname, certificate)]
  if (days < WARNING_DAYS) return [warning(`The certificate of ${hostname} is valid for ${days} more days.`, log)]
  return []
}

type PresentedCertificate = { certificate: PeerCertificate; distrusted: string | undefined }

function certificateAt(host: string, port: number): Promise<PresentedCertificate> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? undefined : host
    // An untrusted certificate is read too, to say what is wrong with it.
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: 10_000 }, () => {
      resolve({ certificate: socket.getPeerCertificate(), distrusted: codeOf(socket.authorizationError) })
      socket.end()
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('timeout')))
  })
}

/** Node sets a code, though its types do not declare it. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : error ? String(error) : undefined

function whyDistrusted(code: string, hostname: string, { subjectaltname = 'nobody' }: PeerCertificate): Finding {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = subjectaltname.replaceAll(/DNS:|IP Address:/g, '')
    return problem(
      `The certificate of ${hostname} is for ${names}: browsers warn people off.`,
      `Let the proxy answer for ${hostname}, with a certificate for that name; or correct SITE_URL.`,
    )
  }
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') {
    return problem(
      `The certificate of ${hostname} comes without those between it and its authority (${code}): some programs refuse it.`,
      'Give the proxy the whole chain: with certbot that is fullchain.pem.',
    )
  }
  return problem(
    `The certificate of ${hostname} is trusted by nobody (${code}): browsers warn people off.`,
    'Let the proxy get one from an authority that browsers know, as Caddy does by itself. Where the authority is your own, its certificate is named by NODE_EXTRA_CA_CERTS.',
  )
}
