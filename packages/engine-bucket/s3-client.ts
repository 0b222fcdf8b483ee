import { S3Client } from '@aws-sdk/client-s3'
import type { S3Location } from 'engine/feature'
import { applyTimeouts, type S3Timeouts } from './s3-timeouts.ts'

/**
 * Connection settings without the library's limit of 50: downloads hold their connection at the reader's pace, so fifty
 * slow readers would block all others.
 */
const unlimitedSockets = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
const CONNECT_MS = 5_000

/** A client for any S3 server with time limits; the credentials come from the environment. */
export function s3Client({ region, endpoint }: Omit<S3Location, 'bucket'>, patience: S3Timeouts): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // S3 servers other than Amazon's may not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: unlimitedSockets, httpsAgent: unlimitedSockets, connectionTimeout: CONNECT_MS },
  })
  applyTimeouts(client, patience)
  return client
}
