import { data, engine, reels, tusWire } from 'engine/testing/contract'
import { expect } from 'vitest'

export const base = `${engine.url}/storage/v1`

export const as = (token: string) => tusWire(base, { authorization: `Bearer ${token}` })

export const server = as(engine.serviceRoleKey)

export const inReels = (objectName: string) => ({ bucketName: 'reels', objectName })

export const contentOf = async (path: string, files = reels) =>
  Buffer.from(await data(await files.download(path)).arrayBuffer())

export async function begun(path: string, size: number | null, more: Record<string, string> = {}) {
  const response = await server.create(inReels(path), size, more)
  expect(response.status, await response.text()).toBe(201)
  return response.headers.get('location') ?? ''
}

export const refusal = async (response: Response) => ({ status: response.status, words: await response.text() })
