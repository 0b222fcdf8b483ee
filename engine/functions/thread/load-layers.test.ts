import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lazyHandler } from './import-handler.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function handlerOf(source: string) {
  const file = join(folder, `${crypto.randomUUID()}.ts`)
  await writeFile(file, source)
  return lazyHandler({ name: 'hello', entrypoint: file }, [])()
}

it('a function of web standards alone runs without any layer', async () => {
  const handler = await handlerOf(`export default { fetch: (request: Request) => new Response(request.method) }`)
  const answer = await handler(new Request('http://here.test'))
  expect(answer instanceof Response && (await answer.text())).toBe('GET')
})

it('one that is written for Deno does not', async () => {
  await expect(handlerOf(`Deno.serve(() => new Response('hello'))`)).rejects.toThrow('Deno is not defined')
})
