import { z } from 'zod'
import { engine } from '../engine.ts'
import { service } from '../rest/client.ts'

export const posters = service.storage.from('posters')
export const reels = service.storage.from('reels')
export const papers = service.storage.from('papers')

/** A folder that no other test uses. */
export const newFolder = () => crypto.randomUUID()

/** A raw request, as the project's own server unless `headers` say otherwise. */
export function call(path: string, { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
  return fetch(`${engine.url}/storage/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${engine.serviceRoleKey}`, ...headers },
  })
}

const refusalBody = z.strictObject({ statusCode: z.string(), error: z.string(), message: z.string(), code: z.string() })

/** The body and status of an error. */
export async function refusal(response: Response) {
  return { status: response.status, ...refusalBody.parse(await response.json()) }
}
