import { type Check, type Finding, leftOut, ok, problem, reasonOf, warning } from '../check-result.ts'
import { certificateFindings } from './certificate.ts'

/** Checks that SITE_URL leads to this installation, by HTTPS, with a certificate that is valid for a while. */
export const site: Check = async ({ config, keys }) => {
  const { siteUrl } = config
  if (!config.siteUrlGiven) {
    return warning(
      `SITE_URL is not set: links in mails lead to ${siteUrl}, which is this machine for whoever reads them.`,
      'Set SITE_URL to the address by which people find the site.',
    )
  }
  const findings = siteUrl.startsWith('https:') ? ((await certificateFindings(new URL(siteUrl))) ?? []) : []
  // A request would fail for the same reason.
  if (findings.some(({ state }) => state === 'problem')) return findings
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
  return findings.length > 0 ? findings : ok(`SITE_URL, ${siteUrl}, leads here.`)
}

/** A name that cannot be resolved from here may still be known outside, so it is not called a problem. */
const leftOutOrProblem = (siteUrl: string, reason: string): Finding =>
  /ENOTFOUND|EAI_AGAIN/.test(reason)
    ? leftOut(`SITE_URL, ${siteUrl}, has no address here (${reason}): look at it from outside.`)
    : problem(
        `SITE_URL, ${siteUrl}, does not answer: ${reason}.`,
        'Is the server running, the proxy in front of it too, and are ports 80 and 443 open?',
      )
