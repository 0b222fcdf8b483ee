import { Readable } from 'node:stream'
import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { StoreRefuses, StoreUnavailable } from 'engine/feature'

export type S3Timeouts = {
  /** The longest time without any byte in either direction, in milliseconds. */
  silentMs: number
  /** The time limit of a server-side copy, which responds only at the end. */
  copyMs: number
}

/**
 * Limits every call of a client in time, because a server may accept a connection and then never respond. Calls throw
 * `StoreUnavailable`.
 */
export function applyTimeouts(client: S3Client, { silentMs, copyMs }: S3Timeouts) {
  const { requestHandler: handler } = client.config
  const handle = handler.handle.bind(handler)
  handler.handle = async (request, options) => {
    const wait = startTimeout('x-amz-copy-source' in request.headers ? copyMs : silentMs)
    if (request.body instanceof Readable) request.body = Readable.from(watched(request.body, wait))
    try {
      const { response } = await handle(request, { ...options, abortSignal: wait.signal })
      if (response.body instanceof Readable) response.body = Readable.from(unlessSilent(response.body, silentMs))
      return { response }
    } catch (error) {
      throw wait.signal.aborted ? wait.signal.reason : error
    } finally {
      wait.end()
    }
  }
  // The timeout applies to the outermost step, after all retries.
  const explained = { step: 'initialize', name: 'explained' } as const
  client.middlewareStack.add((next) => (args) => next(args).catch(explain), explained)
}

type Waiting = { signal: AbortSignal; again(): void; giveUp(reason: unknown): void; end(): void }

function startTimeout(ms: number): Waiting {
  const gone = new AbortController()
  const timer = setTimeout(() => gone.abort(silent(ms)), ms)
  return {
    signal: gone.signal,
    again: () => void timer.refresh(),
    giveUp: (reason) => gone.abort(reason),
    end: () => clearTimeout(timer),
  }
}

const silent = (ms: number) =>
  new StoreUnavailable(`The file storage has said nothing for ${ms / 1000} seconds.`, { isSilent: true })

/** Passes on a request body, and restarts the timer whenever the server accepts data. */
async function* watched(source: Readable, wait: Waiting) {
  try {
    for await (const chunk of source) {
      wait.again()
      yield chunk
    }
  } catch (error) {
    // If the source fails, the sender would not notice and the server would wait for the rest, so the request is given
    // up.
    wait.giveUp(error)
    throw error
  }
}

/**
 * Passes on a response body, and times it only while the consumer waits, because a slow reader is no unresponsive
 * server.
 */
async function* unlessSilent(source: Readable, ms: number) {
  const chunks = source.iterator()
  try {
    for (;;) {
      const timer = setTimeout(() => source.destroy(silent(ms)), ms)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    source.destroy()
  }
}

const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EPIPE EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' '),
)

function explain(error: unknown): never {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) throw error
  const refusal = refusalOf(error)
  if (refusal !== undefined) throw new StoreRefuses(refusal, error)
  const isSilent = error.name === 'TimeoutError'
  if (!isSilent && !isServerFailure(error)) throw error
  throw new StoreUnavailable(`The file storage cannot be reached: ${error.message || error.name}`, {
    isSilent,
    cause: error,
  })
}

/**
 * The reason why the S3 server rejected the credentials, which a response without a body does not contain; undefined
 * for other errors.
 */
function refusalOf(error: Error): string | undefined {
  if (error.name === 'CredentialsProviderError') return 'none are set.'
  if (!(error instanceof S3ServiceException)) return undefined
  const status = error.$metadata.httpStatusCode
  if (status !== 401 && status !== 403) return undefined
  return `${status} ${error.message === 'UnknownError' ? '' : error.message}`.trim()
}

function isServerFailure(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && unreachable.has(error.code)) return true
  return error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 0) >= 500
}
