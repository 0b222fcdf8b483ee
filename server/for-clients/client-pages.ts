import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FilledPage, PageRequest, RenderedPage, RunningEngine } from 'engine'
import { clientPage } from '../../web/for-clients/client-page.ts'
import type { ClientPageData, PageContext } from '../../web/for-clients/client-page-data.ts'
import { answerNotStoredPage, unavailablePage } from '../../web/for-clients/client-page-errors.ts'
import { refusedAnswer } from '../../web/for-clients/refused-answer.ts'
import { type Html, html } from '../../web/for-clients/safe-html.ts'
import { serviceClient } from '../service-client.ts'
import { isPerson, isPrefetch } from '../visits/page-counts.ts'
import { clientFile } from './client-file.ts'
import { clientPageRow } from './client-page-row.ts'
import { LinkAttempts } from './link-attempts.ts'

const TOKEN = /^[\w-]{43}$/

const file = 'for.html'
const toRead = { file, trouble: (built: string) => withContent(built, unavailablePage()) }
const toAnswer = {
  file,
  takesForms: true,
  trouble: (built: string, { params, form }: PageRequest) =>
    withContent(built, answerNotStoredPage(form, `/for/${params.token}`)),
} as const

/** Serves the client pages. The database answers by the hash of a token alone, to the service key. */
export class ClientPages {
  readonly #guesses = new LinkAttempts()
  #db: SupabaseClient | undefined

  readonly pages: readonly RenderedPage[] = [
    { ...toRead, path: '/for/:token', answer: (asked) => this.#withToken(asked, this.#page) },
    { ...toRead, path: '/for/:token/files/:file', answer: (asked) => this.#withToken(asked, this.#file) },
    // A reload of the page that refused an answer leads back to the client page.
    { ...toRead, path: '/for/:token/answers', answer: async ({ params }) => seeOther(`/for/${params.token}`) },
    { ...toAnswer, path: '/for/:token/answers', answer: (asked) => this.#withToken(asked, this.#answer) },
  ]

  start(engine: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): void {
    this.#db = serviceClient(engine)
  }

  /**
   * Wrong, expired and revoked tokens all give undefined; after too many of them a network is refused without a query.
   */
  async #withToken<Answer>(asked: PageRequest, work: (link: Link) => Promise<Answer | undefined>) {
    const { token = '' } = asked.params
    const db = this.#db
    if (!db) throw new Error('The server is still starting.')
    if (!TOKEN.test(token) || this.#guesses.isBarred(asked.network)) return undefined
    const hash = createHash('sha256').update(token).digest('hex')
    const answer = await work({ db, hash, asked, address: `/for/${token}` })
    if (answer === undefined) this.#guesses.add(asked.network)
    return answer
  }

  readonly #page = async (link: Link): Promise<FilledPage | undefined> => {
    const { method, headers, query } = link.asked
    const isColleague = query.has('preview')
    return filled(link, 200, { counts: method === 'GET' && isPerson(headers) && !isPrefetch(headers) && !isColleague })
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
    return seeOther(`${address}#update-${given.update}`)
  }
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

type Link = { db: SupabaseClient; hash: string; asked: PageRequest; address: string }

async function filled(
  { db, hash, asked, address }: Link,
  status: number,
  { counts = false, refused }: Pick<PageContext, 'refused'> & { counts?: boolean },
): Promise<FilledPage | undefined> {
  const page = Math.max(1, Math.trunc(Number(asked.query.get('page'))) || 1)
  const { data, error } = await db.rpc('open_client_page', { token_hash: hash, page: Math.min(page, 100_000), counts })
  if (error) throw error
  if (data === null) return undefined
  const shown: ClientPageData = clientPageRow.parse(data)
  return { status, fill: (built) => fill(built, shown, { address, refused }) }
}

const fill = (built: string, data: ClientPageData, around: PageContext) =>
  withContent(built, clientPage(data, around)).replace(
    /<title>[^<]*<\/title>/,
    () => html`<title>${data.client} | ${data.agency.name}</title>`.text,
  )

const withContent = (built: string, content: Html) =>
  built
    // The script renders the page on hosts without a server; here it is not needed.
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace('<client-page></client-page>', () => html`<client-page>${content}</client-page>`.text)
