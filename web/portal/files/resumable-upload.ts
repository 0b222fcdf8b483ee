import { StorageApiError } from '@supabase/supabase-js'
import type { DetailedError, HttpRequest } from 'tus-js-client'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import type { FileUpload } from './choose-files.ts'

/**
 * The chunk size of resumable uploads, the only one that hosted Supabase accepts. Larger files are sent in such chunks and
 * resume after an interruption.
 */
export const CHUNK_BYTES = 6 * 1024 * 1024

/** The delays between attempts of an upload: a lost connection gets almost a minute before the person is asked. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 15_000, 20_000]

/** The addresses of incomplete uploads of this tab, by the path of the file. */
const addresses = new Map<string, string>()

/** Uploads a file with the same result as `upload` of supabase-js. A second call resumes the upload. */
export async function uploadResumably(
  { bucket, path, file, type }: FileUpload,
  onProgress: OnProgress,
): Promise<{ data: { path: string } | null; error: Error | null }> {
  const { Upload } = await import('tus-js-client')
  const endpoint = await endpointOf()
  /** The time before which a busy server wants no further request. */
  let busyUntil = 0
  const error = await new Promise<Error | null>((resolve) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: addresses.get(path) ?? null,
      metadata: { bucketName: bucket, objectName: path, contentType: type, cacheControl: '3600' },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // A fingerprint in localStorage would keep file names in the browser, although the file itself is gone after a
      // reload.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && addresses.set(path, upload.url),
      async onBeforeRequest(request) {
        await sleep(busyUntil - Date.now())
        await signIn(request)
      },
      onShouldRetry(error) {
        busyUntil = Date.now() + retryAfterMs(error)
        return mayPass(error)
      },
      onProgress: (sent, total) => onProgress(sent / total),
      onSuccess: () => resolve(null),
      onError: (error) => resolve('originalRequest' in error ? refusalOf(error) : error),
    })
    upload.start()
  })
  if (error) return { data: null, error }
  addresses.delete(path)
  return { data: { path }, error: null }
}

/** Cancels an incomplete upload on the server. */
export async function abandonUpload(path: string) {
  const address = addresses.get(path)
  if (!address) return
  addresses.delete(path)
  const { Upload } = await import('tus-js-client')
  await Upload.terminate(address, { onBeforeRequest: signIn, retryDelays: null })
}

const endpointOf = async () => `${(await readProject()).supabaseUrl}/storage/v1/upload/resumable`

/** Adds the current access token to each request, since an upload may outlive several tokens. */
async function signIn(request: HttpRequest) {
  const { supabaseAnonKey } = await readProject()
  const { data } = await (await wholeSupabase()).auth.getSession()
  request.setHeader('apikey', supabaseAnonKey)
  request.setHeader('authorization', `Bearer ${data.session?.access_token ?? supabaseAnonKey}`)
}

/** Whether to retry an upload request. Offline counts as a reason to retry, since it may not last. */
function mayPass({ originalRequest, originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  // Status 409 on PATCH means that the server has the bytes of an earlier request; on POST the path is taken.
  if (status === 409) return originalRequest.getMethod() !== 'POST'
  return status === 0 || status === 423 || status === TOO_MANY_REQUESTS || status >= 500
}

const TOO_MANY_REQUESTS = 429

/** How long a busy server asks to wait, besides the delay between attempts. */
const retryAfterMs = ({ originalResponse }: DetailedError) =>
  originalResponse?.getStatus() === TOO_MANY_REQUESTS
    ? (Number(originalResponse.getHeader('retry-after')) || 0) * 1000
    : 0

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Converts the error of tus-js-client to the shape of a supabase-js error. */
function refusalOf({ originalResponse }: DetailedError): Error {
  const status = originalResponse?.getStatus() ?? 0
  if (status === 0) return new TypeError('Failed to fetch')
  return new StorageApiError(originalResponse?.getBody().trim() ?? '', status, String(status))
}
