/** A bucket of an S3 server; without an endpoint it is Amazon's. */
export type S3Location = { bucket: string; region: string; endpoint: string | undefined }

/** Reads `s3://bucket?endpoint=https://…&region=…`; undefined for anything else. */
export function parseStorageUrl(storageUrl: string): S3Location | undefined {
  const url = URL.parse(storageUrl)
  if (url?.protocol !== 's3:' || !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(url.hostname)) return undefined
  // Credentials come from the environment, because an address ends up in logs and process lists.
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.pathname.length > 1 || url.hash !== '') {
    return undefined
  }
  const { endpoint, region = 'us-east-1', ...unknown } = Object.fromEntries(url.searchParams)
  if (Object.keys(unknown).length > 0 || !/^[\w-]+$/.test(region)) return undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined
  return { bucket: url.hostname, region, endpoint }
}
