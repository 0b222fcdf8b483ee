import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { StorageApiError } from '@supabase/storage-js'
import type { PageRequest, SubmittedFile } from 'engine'
import { z } from 'zod'
import { MOST_FILES } from '../../web/for-clients/asked-request.ts'
import {
  fileProblem,
  type RefusedRequest,
  refusedRequest,
  requestProblem,
} from '../../web/for-clients/refused-request.ts'
import { attachmentName, attachmentPath, attachmentType, MAX_FILE_BYTES } from '../../web/lib/attachment.ts'
import type { DataClient } from '../service-client.ts'

const BUCKET = 'client-update-files'

/** One more file than is taken, so that the excess can be named. */
export const fileLimits = { files: MOST_FILES + 1, bytesEach: MAX_FILE_BYTES }

/** The answer of the database, or why a file was refused; null for an invalid link. */
type Outcome = string | null | { problem: string }

/**
 * Stores what a client asks for. Returns undefined for an invalid link. Nothing stays of a request that was not stored.
 */
export async function takeRequest(
  db: DataClient,
  token_hash: string,
  asked: PageRequest,
): Promise<'stored' | RefusedRequest | undefined> {
  const files = new RequestFiles(db, randomUUID())
  const call: Call = async (name, more = {}) => {
    const { data, error } = await db.rpc(name, { token_hash, request: files.request, ...more })
    if (error) throw error
    return z.string().nullable().parse(data)
  }
  let outcome: Outcome | undefined
  try {
    outcome = await receive(asked, files, call)
  } finally {
    if (outcome !== 'stored') await files.remove()
  }
  if (outcome === null) return undefined
  if (outcome === 'stored' || outcome === 'repeated') return 'stored'
  const problem = typeof outcome === 'string' ? (requestProblem(outcome) ?? outcome) : outcome.problem
  return refusedRequest(problem, asked.form, files.count > 0 && outcome !== 'closed')
}

type Call = (name: 'begin_client_request' | 'store_client_request', more?: object) => Promise<string | null>

/** Looks at the link before anything of the form is received, and at the words before the first file is. */
async function receive(asked: PageRequest, files: RequestFiles, call: Call): Promise<Outcome> {
  const link = await call('begin_client_request')
  if (link === null) return link
  if (link === 'closed') {
    await readWords(asked)
    return link
  }
  const typed = () => Object.fromEntries(['title', 'words', 'name'].map((name) => [name, asked.form.get(name) ?? '']))
  for await (const file of asked.files()) {
    if (files.count === 0) {
      const words = await call('begin_client_request', typed())
      if (words !== 'ready') return words
    }
    const problem = await files.add(file)
    if (problem !== undefined) return { problem }
  }
  return call('store_client_request', { ...typed(), files: files.stored })
}

/** Receives the fields that come before the first file, which are all that a person types. */
async function readWords(asked: PageRequest) {
  for await (const _ of asked.files()) return
}

/** The files of one request, each in storage before the next one is received. */
class RequestFiles {
  readonly #db: DataClient
  readonly request: string
  readonly stored: { path: string; name: string }[] = []
  count = 0

  constructor(db: DataClient, request: string) {
    this.#db = db
    this.request = request
  }

  /** Stores a file, or returns why it cannot be taken. Storage decides by its content what a file is. */
  async add({ name: given, type: claimed, bytes }: SubmittedFile): Promise<string | undefined> {
    this.count++
    if (this.count > MOST_FILES) return requestProblem('too many files')
    const name = attachmentName(given)
    const type = attachmentType({ name, type: claimed })
    if (type === undefined) return fileProblem(name, '415')
    const path = attachmentPath(this.request, this.count, name)
    const { error } = await this.#db.storage.from(BUCKET).upload(path, Readable.from(bytes), { contentType: type })
    if (!error) return void this.stored.push({ path, name })
    const problem = fileProblem(name, error instanceof StorageApiError ? error.statusCode : undefined)
    if (problem === undefined) throw error
    return problem
  }

  async remove() {
    if (this.stored.length === 0) return
    const { error } = await this.#db.storage.from(BUCKET).remove(this.stored.map(({ path }) => path))
    // The files of an unfinished request are removed after an hour (supabase/schemas/recently_deleted.sql).
    if (error) console.error(error)
  }
}
