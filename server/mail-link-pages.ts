import type { FilledPage, PageRequest, RenderedPage, RunningEngine } from 'engine'
import { z } from 'zod'
import {
  type AuthLink,
  type LinkTypeWithoutSignIn,
  type MailLink,
  mayEndWithoutSignIn,
  parseMailLink,
  usedLinkTexts,
} from '../web/auth/mail-link.ts'
import { AddressLinkError, callChangeAddress } from '../web/auth/redeem-address-link.ts'
import { readAuthRedirect } from '../web/auth-redirect/auth-redirect.ts'
import { isMailLinkType, type MailLinkType } from '../web/auth-redirect/expired-link-texts.ts'
import { html } from '../web/for-clients/safe-html.ts'

const file = 'auth.html'
const path = '/auth'
const PATIENCE_MS = 20_000
const NOT_NOW = 'This did not work just now. Please try again in a few minutes.'

/**
 * Serves mailed links to browsers without a script (docs/decisions/0055-links-wait-for-a-click.md): a page with one
 * button, whose form uses the link up. With a script the page does the same itself (web/auth).
 */
export class MailLinkPages {
  #ownUrl: string | undefined

  readonly pages: readonly RenderedPage[] = [
    { path, onlyWith: 'type', file, answer: async ({ query }) => pageOf(query), renderFailure: (built) => built },
    { path, takesForms: true, file, answer: (asked) => this.#use(asked), renderFailure: failedForNow },
  ]

  start({ ownUrl }: Pick<RunningEngine, 'ownUrl'>): void {
    this.#ownUrl = ownUrl
  }

  async #use({ query, headers, network }: PageRequest): Promise<FilledPage | Response> {
    const link = parseMailLink(query)
    if (!link) return seeOther(path)
    // Only a form of this site counts: another site could sign people in to an account that is not theirs.
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return seeOther(`${path}?${query}`)
    if (this.#ownUrl === undefined) throw new Error('The server is still starting.')
    const backend = { url: this.#ownUrl, headers: onBehalfOf(network, headers['user-agent']) }
    return seeOther(path + (await ('tokenHash' in link ? verify(link, backend) : changeAddress(link, backend))))
  }
}

type Backend = { url: string; headers: Record<string, string> }

/** Forwards the network and the browser of the visitor, for limits and the audit trail. */
const onBehalfOf = (network: string, userAgent: string | undefined) => ({
  'x-forwarded-for': network.replace(/\/64$/, ''),
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
})

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

/** The address to redirect to, with the session in the fragment as after GET /auth/v1/verify. */
async function verify({ type, tokenHash }: AuthLink, { url, headers }: Backend): Promise<string> {
  const response = await fetch(new URL('/auth/v1/verify', url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ type, token_hash: tokenHash }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const said: unknown = await response.json()
  const session = sessionJson.safeParse(said)
  if (session.success) return `#${new URLSearchParams({ ...session.data, type })}`
  if (response.ok) return `?type=${type}&done`
  const refusal = refusalJson.safeParse(said)
  if (!refusal.success) throw new Error(`The auth service answered ${response.status}: ${JSON.stringify(said)}`)
  return `?type=${type}&error_code=${refusal.data.code}`
}

const sessionJson = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Errors that a retry does not change. */
const refusalJson = z.object({ code: z.enum(['otp_expired', 'user_banned', 'email_exists']) })

/** The same errors of the function change-address, by its status. */
const addressLinkErrors: Record<number, string> = { 404: 'otp_expired', 409: 'email_exists' }

async function changeAddress(link: Exclude<MailLink, AuthLink>, backend: Backend): Promise<string> {
  try {
    const { needsPassword } = await callChangeAddress(link, backend)
    return `?type=${link.type}&done${needsPassword ? '&password' : ''}`
  } catch (error) {
    const code = error instanceof AddressLinkError ? addressLinkErrors[error.status] : undefined
    if (code === undefined) throw error
    return `?type=${link.type}&error_code=${code}`
  }
}

function pageOf(query: URLSearchParams): FilledPage {
  const type = query.get('type') ?? ''
  const arrival = readAuthRedirect({ hash: '', search: `?${query}` })
  const fill = (built: string) => {
    if (!isMailLinkType(type)) return built
    if (arrival?.kind === 'failure') return withFailure(built, arrival.message)
    if (parseMailLink(query)) return withPanel(built, type)
    return query.has('done') && mayEndWithoutSignIn(type) ? withDone(withPanel(built, type), type, query) : built
  }
  return { status: 200, fill }
}

const failedForNow = (built: string, { query }: PageRequest) => {
  const type = query.get('type') ?? ''
  return withFailure(isMailLinkType(type) ? withPanel(built, type) : built, NOT_NOW)
}

/** Replaces the tabs with the panel of the link, and removes the note that a script is needed. */
const withPanel = (built: string, type: MailLinkType) =>
  show(hide(hide(built, tabs), panel('sign-in')), panel(type)).replace(/<noscript>.*?<\/noscript>/s, '')

const withFailure = (built: string, message: string) => say(show(built, part('failure')), 'failure-text', message)

function withDone(built: string, type: LinkTypeWithoutSignIn, query: URLSearchParams): string {
  const start = built.search(panel(type))
  const end = built.indexOf('</auth-panel>', start)
  const done = say(show(built.slice(start, end), part('done')), 'done-text', usedLinkTexts[type]())
  const content = query.has('password') ? show(done, part('password-lost')) : done
  return built.slice(0, start) + content.replace(/<form\b.*?<\/form>/s, '') + built.slice(end)
}

/** The start of the tab list. */
const tabs = /<div\b[^>]*\brole="tablist"[^>]*>/
const panel = (name: string) => new RegExp(`<auth-panel\\b[^>]*\\bname="${name}"[^>]*>`)
const part = (name: string) => new RegExp(`<\\w+\\b[^>]*\\bdata-part="${name}"[^>]*>`)

const hide = (built: string, tag: RegExp) => built.replace(tag, (found) => found.replace(/>$/, ' hidden="">'))
const show = (built: string, tag: RegExp) => built.replace(tag, (found) => found.replace(/ hidden(="")?/, ''))
const say = (built: string, name: string, words: string) =>
  built.replace(part(name), (found) => found + html`${words}`.text)
