import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { engine } from '../../contract/engine.ts'

export const clients: S3Client[] = []

/** The client of AWS, with the token of somebody as its session token. */
export function s3As(sessionToken: string, secretAccessKey = engine.anonKey) {
  const client = new S3Client({
    endpoint: `${engine.url}/storage/v1/s3`,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'contract', secretAccessKey, sessionToken },
  })
  clients.push(client)
  return client
}

export const s3 = s3As(engine.serviceRoleKey)

export const Bucket = 'reels'

export const put = (Key: string, Body: string, client = s3) => client.send(new PutObjectCommand({ Bucket, Key, Body }))

export const read = async (Key: string, client = s3) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()

/** What a refusal is called, and its status. */
export const refusal = (command: Promise<unknown>) =>
  command.then(
    () => 'none',
    (error) => `${error.$metadata?.httpStatusCode} ${error.name}`,
  )
