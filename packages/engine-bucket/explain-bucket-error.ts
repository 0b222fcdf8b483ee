import { S3ServiceException } from '@aws-sdk/client-s3'
import { StoreRefuses } from 'engine/feature'

/** Explains why a bucket is not accessible at the start, and what the operator can do. */
export function explainBucketError(thrown: unknown, bucket: string): string {
  const error = thrown instanceof StoreRefuses ? thrown.cause : thrown
  const keys = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (error instanceof Error && error.name === 'CredentialsProviderError') return `set its keys, ${keys}`
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 404) return `there is no bucket ${bucket}; make it first`
  if (status === 401 || status === 403) return `${bucket} refuses these keys, ${keys}, or the region is not its own`
  if (status === 301) return `${bucket} is in another region; say region=… in the address`
  const reason = error instanceof Error ? error.message || error.name : String(error)
  return `${bucket} does not (${reason})`
}
