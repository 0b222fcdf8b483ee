import { hashOf, isSameHash } from '../_shared/hash.ts'
import { Refusal } from '../_shared/http.ts'
import { type EnquiryFields, readEnquiry } from './enquiry-fields.ts'
import { unwrapFormService } from './form-services.ts'
import { type GoogleLead, readGoogleLead } from './google-lead.ts'
import { pairsOf } from './pairs.ts'
import { readSent } from './read-sent.ts'

export type TakenEnquiry = {
  source: string
  fields: EnquiryFields
  lines: string
  /** The hash of the sender's own id for the enquiry. */
  keyHash: string | undefined
  isTest: boolean
}

/** What the function asks of the database. */
export interface SourceStore {
  /** The source of the address with this hash, unless it is revoked. */
  open(secretHash: string): Promise<{ id: string; googleKeyHash: string } | undefined>
  /** Stores the enquiry once: 'stored', 'test', 'repeated', 'too many', or 'revoked' meanwhile. */
  take(enquiry: TakenEnquiry): Promise<string>
  refuse(source: string, reason: string): Promise<void>
  /** Hurries the mail about what was stored. */
  mail(): void
}

/** An enquiry without what it needs, with a sentence for each wrong field. */
class InvalidEnquiry extends Refusal {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    const told = Object.entries(fields).map(([name, problem]) => `${name}: ${problem}`)
    super(422, `The enquiry was not stored. ${told.join(' ')}`)
    this.fields = fields
  }
}

const NOT_HERE = 'There is no such address.'
const AN_HOUR_S = 3600
const A_MINUTE_S = 60
/** PostgreSQL's classes of errors about the data itself: a repetition of the same request would fail again. */
const ABOUT_DATA = /^2[23]/

/**
 * Answers 200 with the outcome once the enquiry is stored. An unknown address and a revoked one are the same 404, whatever is
 * sent there. Senders repeat what is answered with 503.
 */
export async function enquiryIn(request: Request, openStore: () => SourceStore): Promise<Response> {
  if (request.method !== 'POST') return answer(405, 'Send an enquiry by POST.', { allow: 'POST' })
  try {
    const store = openStore()
    const source = await store.open(await hashOf(secretOf(request)))
    if (!source) return answer(404, NOT_HERE)
    return await answerSource(request, source, store)
  } catch (error) {
    console.error(error)
    return answer(503, 'The enquiry could not be stored. Please send it again.', { 'retry-after': `${A_MINUTE_S}` })
  }
}

type Source = { id: string; googleKeyHash: string }

async function answerSource(request: Request, source: Source, store: SourceStore): Promise<Response> {
  try {
    const outcome = await store.take(await readTaken(request, source))
    if (outcome === 'revoked') return answer(404, NOT_HERE)
    if (outcome === 'too many') throw new Refusal(429, 'This source has sent too many enquiries. Try again in an hour.')
    if (outcome === 'stored') store.mail()
    return Response.json({ outcome })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await store.refuse(source.id, refusal.message)
    const headers: Record<string, string> = refusal.status === 429 ? { 'retry-after': `${AN_HOUR_S}` } : {}
    const fields = refusal instanceof InvalidEnquiry ? { fields: refusal.fields } : {}
    return Response.json({ message: refusal.message, ...fields }, { status: refusal.status, headers })
  }
}

async function readTaken(request: Request, source: Source): Promise<TakenEnquiry> {
  const sent = await readSent(request)
  const lead = readGoogleLead(sent)
  if (lead && !isSameHash(await hashOf(lead.key), source.googleKeyHash)) {
    throw new Refusal(401, 'The Google key is missing or wrong.')
  }
  const { fields, lines, problems } = readEnquiry(lead?.pairs ?? pairsOf(unwrapFormService(sent)))
  if (Object.keys(problems).length > 0) throw new InvalidEnquiry(problems)
  const key = keyOf(request, lead, { fields, lines })
  const keyHash = key === undefined ? undefined : await hashOf(key)
  return { source: source.id, fields, lines, keyHash, isTest: lead?.isTest ?? false }
}

/**
 * The sender's own id for the enquiry. With an Idempotency-Key the content counts too, so that a key that a sender uses for
 * everything loses no enquiry.
 */
function keyOf(request: Request, lead: GoogleLead | undefined, content: object): string | undefined {
  if (lead) return lead.id === '' ? undefined : `google ${lead.id}`
  const key = request.headers.get('idempotency-key')?.trim()
  return key ? `key ${key} ${JSON.stringify(content)}` : undefined
}

/** The last part of the address: on this server and on hosted Supabase the path begins differently. */
const secretOf = ({ url }: Request): string => /\/enquiry-in\/([^/]*)\/?$/.exec(new URL(url).pathname)?.[1] ?? ''

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { code } = Object(error)
  return typeof code === 'string' && ABOUT_DATA.test(code)
    ? new Refusal(422, 'The enquiry has content that cannot be stored.')
    : undefined
}

const answer = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers })
