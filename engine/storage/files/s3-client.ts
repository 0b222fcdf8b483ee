import { S3Client } from '@aws-sdk/client-s3'
import type { S3Location } from '../../kernel/config/storage-url.ts'
import { type Patience, patient } from './patience.ts'

/** A download holds its connection for as long as the reader takes: with the library's 50, fifty slow ones stop all others. */
const asManyAsNeeded = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
const CONNECT_MS = 5_000

/** A client of any S3 server, which gives up one that says nothing; the credentials are the environment's. */
export function s3Client({ region, endpoint }: Omit<S3Location, 'bucket'>, patience: Patience): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Servers other than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: asManyAsNeeded, httpsAgent: asManyAsNeeded, connectionTimeout: CONNECT_MS },
  })
  patient(client, patience)
  return client
}
