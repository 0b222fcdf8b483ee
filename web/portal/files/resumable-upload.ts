import { StorageApiError } from '@supabase/supabase-js'
import type { DetailedError, HttpRequest } from 'tus-js-client'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { supabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import type { Placed } from './choose.ts'

/** Larger files are sent in chunks, and go on after a cut. Hosted storage takes chunks of this size alone. */
export const CHUNK_BYTES = 6 * 1024 * 1024

/** A lost connection is given almost a minute to come back, before somebody is asked. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 15_000, 20_000]

/** Where uploads of this tab go on that are not complete, by the path of their file. */
const addresses = new Map<string, string>()

/** Answers as `upload` of supabase-js does. Called again, it goes on where it was. */
export async function uploadResumably(
  { bucket, path, file, type }: Placed,
  onProgress: OnProgress,
): Promise<{ data: { path: string } | null; error: Error | null }> {
  const { Upload } = await import('tus-js-client')
  const endpoint = await endpointOf()
  const error = await new Promise<Error | null>((resolve) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: addresses.get(path) ?? null,
      metadata: { bucketName: bucket, objectName: path, contentType: type, cacheControl: '3600' },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // It would keep names of files in the browser, where the file itself is gone after a reload.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && addresses.set(path, upload.url),
      onBeforeRequest: signIn,
      onShouldRetry: mayPass,
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

/** Gives up an upload that is not complete. */
export async function abandonUpload(path: string) {
  const address = addresses.get(path)
  if (!address) return
  addresses.delete(path)
  const { Upload } = await import('tus-js-client')
  await Upload.terminate(address, { onBeforeRequest: signIn, retryDelays: null })
}

const endpointOf = async () => `${(await readProject()).supabaseUrl}/storage/v1/upload/resumable`

/** With the token of the moment: one upload may outlive several. */
async function signIn(request: HttpRequest) {
  const { supabaseAnonKey } = await readProject()
  const { data } = await (await supabase()).auth.getSession()
  request.setHeader('apikey', supabaseAnonKey)
  request.setHeader('authorization', `Bearer ${data.session?.access_token ?? supabaseAnonKey}`)
}

/** Also while the browser knows that it is offline, since it may not be so for long. */
function mayPass({ originalRequest, originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  // The server keeps what an earlier request brought, or somebody has the place already.
  if (status === 409) return originalRequest.getMethod() !== 'POST'
  return status === 0 || status === 423 || status >= 500
}

/** In the words of supabase-js. */
function refusalOf({ originalResponse }: DetailedError): Error {
  const status = originalResponse?.getStatus() ?? 0
  if (status === 0) return new TypeError('Failed to fetch')
  return new StorageApiError(originalResponse?.getBody().trim() ?? '', status, String(status))
}
