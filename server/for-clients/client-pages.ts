import { createHash } from 'node:crypto'
import type { FilledPage, PageRequest, RenderedPage, RunningEngine } from 'engine'
import { LinkAttempts } from '../../supabase/functions/_shared/link-attempts.ts'
import { clientPage, pageTitle } from '../../web/for-clients/client-page.ts'
import type { ClientPageData, PageContext } from '../../web/for-clients/client-page-data.ts'
import {
  answerNotStoredPage,
  answerTooLongPage,
  requestNotStoredPage,
  secretNotStoredPage,
  unavailablePage,
} from '../../web/for-clients/client-page-errors.ts'
import { monthPage, monthTitle } from '../../web/for-clients/month-page.ts'
import { monthIn, pageAddress, pageNumber } from '../../web/for-clients/page-address.ts'
import { refusedAnswer } from '../../web/for-clients/refused-answer.ts'
import { type Html, html } from '../../web/for-clients/safe-html.ts'
import { refusedSecret } from '../../web/for-clients/wanted-secret.ts'
import { acceptAttribute } from '../../web/lib/attachment.ts'
import { tokenInLink } from '../../web/lib/token-in-link.ts'
import { type DataClient, serviceClient } from '../service-client.ts'
import { isPerson, isPrefetch } from '../visits/page-counts.ts'
import { clientFile } from './client-file.ts'
import { clientPageRow, monthPageRow } from './client-page-row.ts'
import { fileLimits, takeRequest } from './client-requests.ts'

const TOKEN = /^[\w-]{43}$/

const file = 'for.html'
const readablePage = { file, renderFailure: (built: string) => withContent(built, unavailablePage()) }
const answerablePage = {
  file,
  takesForms: true,
  renderFailure: (built: string, { params, form, query }: PageRequest) =>
    withContent(built, answerNotStoredPage(form, `/for/${params.token}`, pageNumber(query))),
  renderTooLarge: (built: string, { params, query }: PageRequest) =>
    withContent(built, answerTooLongPage(`/for/${params.token}`, pageNumber(query))),
} as const

const sealedPage = {
  file,
  takesForms: true,
  renderFailure: (built: string) => withContent(built, secretNotStoredPage()),
} as const

const askingPage = {
  file,
  takesFiles: fileLimits,
  renderFailure: (built: string, { params, form }: PageRequest) =>
    withContent(built, requestNotStoredPage(form, `/for/${params.token}`, acceptAttribute)),
}

/** Serves the client pages. The database answers by the hash of a token alone, to the service key. */
export class ClientPages {
  readonly #guesses = new LinkAttempts()
  #db: DataClient | undefined

  readonly pages: readonly RenderedPage[] = [
    {
      ...readablePage,
      path: '/for/:token',
      answer: async (asked) => toBareLink(asked) ?? this.#withToken(asked, this.#page),
    },
    { ...readablePage, path: '/for/:token/files/:file', answer: (asked) => this.#withToken(asked, this.#file) },
    // A reload of the page that refused an answer or a request leads back to the client page.
    {
      ...readablePage,
      path: '/for/:token/answers',
      answer: async ({ params, query }) => seeOther(pageAddress(`/for/${params.token}`, pageNumber(query))),
    },
    { ...answerablePage, path: '/for/:token/answers', answer: (asked) => this.#withToken(asked, this.#answer) },
    { ...readablePage, path: '/for/:token/requests', answer: async ({ params }) => seeOther(`/for/${params.token}`) },
    { ...askingPage, path: '/for/:token/requests', answer: (asked) => this.#withToken(asked, this.#request) },
    { ...readablePage, path: '/for/:token/secrets', answer: async ({ params }) => seeOther(`/for/${params.token}`) },
    { ...sealedPage, path: '/for/:token/secrets', answer: (asked) => this.#withToken(asked, this.#secret) },
    { ...readablePage, path: '/for/:token/', answer: async (asked) => toBareLink(asked, '/') },
  ]

  start(engine: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): void {
    this.#db = serviceClient(engine)
  }

  /**
   * Wrong, expired and revoked tokens all give undefined; after too many of them a network is refused without a query. What a
   * valid link no longer leads to, such as a file that was removed, is no guess.
   */
  async #withToken<Answer>(asked: PageRequest, work: (link: Link) => Promise<Answer | undefined>) {
    const { token = '' } = asked.params
    const db = this.#db
    if (!db) throw new Error('The server is still starting.')
    if (!TOKEN.test(token) || this.#guesses.isBlocked(asked.network)) return undefined
    const hash = createHash('sha256').update(token).digest('hex')
    const answer = await work({ db, hash, asked, address: `/for/${token}` })
    if (answer === undefined && !(await isValid(db, hash))) this.#guesses.add(asked.network)
    return answer
  }

  readonly #page = async (link: Link): Promise<FilledPage | undefined> => {
    const { method, headers, query } = link.asked
    const isColleague = query.has('preview')
    const counts = method === 'GET' && isPerson(headers) && !isPrefetch(headers) && !isColleague
    const month = monthIn(query)
    return month === null ? filled(link, 200, { counts }) : filledMonth(link, month, counts)
  }

  readonly #file = ({ db, hash, asked }: Link) => clientFile(db, hash, asked)

  readonly #answer = async (link: Link): Promise<FilledPage | Response | undefined> => {
    const { db, hash, asked, address } = link
    const typed = (name: string) => asked.form.get(name) ?? ''
    const given = { update: typed('update'), answer: typed('answer') === 'changes' ? 'changes' : 'approved' }
    const words = { comment: typed('comment'), name: typed('name') }
    const { data: outcome, error } = await db.rpc('answer_client_update', { token_hash: hash, ...given, ...words })
    if (error) throw error
    if (outcome === null) return undefined
    const refused = refusedAnswer(String(outcome), asked.form)
    if (refused) return filled(link, outcome === 'answered' ? 409 : 422, { refused })
    return seeOther(`${pageAddress(address, pageNumber(asked.query))}#update-${given.update}`)
  }

  readonly #secret = async (link: Link): Promise<FilledPage | Response | undefined> => {
    const { db, hash, asked, address } = link
    const [secret, sealed] = [asked.form.get('secret') ?? '', asked.form.get('sealed') ?? '']
    const { data: outcome, error } = await db.rpc('hand_over_secret', { token_hash: hash, secret, sealed })
    if (error) throw error
    if (outcome === null) return undefined
    const refused = refusedSecret(String(outcome), asked.form)
    if (refused) return filled(link, outcome === 'damaged' ? 422 : 409, { refusedSecret: refused })
    return seeOther(`${address}#secret-${secret}`)
  }

  readonly #request = async (link: Link): Promise<FilledPage | Response | undefined> => {
    const { db, hash, asked, address } = link
    const outcome = await takeRequest(db, hash, asked)
    if (outcome === undefined) return undefined
    if (typeof outcome === 'object') return filled(link, 422, { refusedRequest: outcome })
    return seeOther(`${address}?sent#ask`)
  }
}

/** Redirects to a link without what a mail client or a messenger has added to it; undefined for one that is clean, or no link. */
function toBareLink({ params: { token = '' }, query }: PageRequest, added = ''): Response | undefined {
  const bare = tokenInLink(token + added)
  if (bare === undefined || !TOKEN.test(bare) || bare === token + added) return undefined
  return seeOther(`/for/${bare}${query.size > 0 ? `?${query}` : ''}`)
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

async function isValid(db: DataClient, token_hash: string): Promise<boolean> {
  const { data, error } = await db.rpc('open_client_page', { token_hash, counts: false })
  if (error) throw error
  return data !== null
}

type Link = { db: DataClient; hash: string; asked: PageRequest; address: string }

async function filled(
  { db, hash, asked, address }: Link,
  status: number,
  {
    counts = false,
    ...refused
  }: Pick<PageContext, 'refused' | 'refusedRequest' | 'refusedSecret'> & { counts?: boolean },
): Promise<FilledPage | undefined> {
  const page = pageNumber(asked.query)
  const { data, error } = await db.rpc('open_client_page', { token_hash: hash, page, counts })
  if (error) throw error
  if (data === null) return undefined
  const shown: ClientPageData = clientPageRow.parse(data)
  return {
    status,
    fill: (built) =>
      fill(built, shown, { address, acceptedFiles: acceptAttribute, hasSent: asked.query.has('sent'), ...refused }),
  }
}

/** The page of the month that the address names. Its content is missing where that is no month, or one to come. */
async function filledMonth(
  { db, hash, address }: Link,
  month: string,
  counts: boolean,
): Promise<FilledPage | undefined> {
  const { data, error } = await db.rpc('open_client_month', { token_hash: hash, month, counts })
  if (error) throw error
  if (data === null) return undefined
  const shown = monthPageRow.parse(data)
  return {
    status: shown.content === null ? 404 : 200,
    fill: (built) => withTitle(withContent(built, monthPage(shown, { address })), monthTitle(shown)),
  }
}

const fill = (built: string, data: ClientPageData, around: PageContext) =>
  withTitle(withContent(built, clientPage(data, around), needsScript(data)), pageTitle(data))

const withTitle = (page: string, title: string) =>
  page.replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>`.text)

const needsScript = ({ wanted }: ClientPageData) => wanted.some(({ state }) => state === 'asked')

const withContent = (built: string, content: Html, keepsScript = false) =>
  built
    // The script renders the page on hosts without a server; here it is needed only to seal what a client hands over.
    .replace(/<script type="module"[^>]*><\/script>/, (script) => (keepsScript ? script : ''))
    .replace('<client-page></client-page>', () => html`<client-page>${content}</client-page>`.text)
