import { once } from 'node:events'
import { request } from 'node:http'
import type { TestData } from '../test-data.ts'
import type { ClientWithProjects } from './update-scene.ts'

export const BUCKET = 'client-update-files'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A minimal picture: one gray pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB7lyUWAAAAABJRU5ErkJggg==',
  'base64',
)

export const picture = (name = 'photo.png'): ChosenFile => ({ name, mimeType: 'image/png', buffer: png })

export const table = (name = 'sales.csv', text = 'day,loaves\nMonday,40\n'): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Sends a request like the browser's, and disconnects in the middle of the body. */
export async function sendHalfOfBody(url: string, headers: Record<string, string>, body: Buffer) {
  const { host, connection, ...others } = headers
  const cut = request(url, { method: 'PATCH', headers: { ...others, 'content-length': body.length } })
  cut.on('error', () => undefined)
  const closed = once(cut, 'close')
  cut.write(body.subarray(0, body.length / 2), () => cut.socket?.end())
  await closed
}

/** The stored bytes of an attachment, fetched as its author. */
export async function bytesOf(
  testData: TestData,
  { person }: ClientWithProjects,
  path: string,
): Promise<Buffer | undefined> {
  const { data } = await (await testData.as(person)).storage.from(BUCKET).download(path)
  return data ? Buffer.from(await data.arrayBuffer()) : undefined
}
