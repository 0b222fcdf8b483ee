import { createHash, createHmac } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { engine } from 'engine/testing/contract'

export const clients: S3Client[] = []

/** The AWS client with a user's token as its session token. */
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

/** The name and HTTP status of an error. */
export const refusal = (command: Promise<unknown>) =>
  command.then(
    () => 'none',
    (error) => `${error.$metadata?.httpStatusCode} ${error.name}`,
  )

/** A URL presigned by the project's own server, valid for a minute. */
export function presigned(key: string, asked: Record<string, string>): string {
  const date = new Date().toISOString().replace(/-|:|\.\d+/g, '')
  const scope = [date.slice(0, 8), 'local', 's3', 'aws4_request']
  const url = new URL(`${engine.url}/storage/v1/s3/${Bucket}/${key}`)
  const query = Object.entries({
    ...asked,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': ['contract', ...scope].join('/'),
    'X-Amz-Date': date,
    'X-Amz-Expires': '60',
    'X-Amz-Security-Token': engine.serviceRoleKey,
    'X-Amz-SignedHeaders': 'host',
  })
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='))
  url.search = pairs.sort().join('&')
  const request = ['GET', url.pathname, url.search.slice(1), `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const hash = createHash('sha256').update(request).digest('hex')
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const signing = scope.reduce<string | Buffer>(sign, `AWS4${engine.anonKey}`)
  const signature = sign(signing, ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n')).toString('hex')
  return `${url.href}&X-Amz-Signature=${signature}`
}
