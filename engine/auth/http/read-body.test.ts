import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { rawBodies } from './read-body.ts'

it('a body that is not UTF-8 is refused, since it would be stored as other letters', async () => {
  await using app = Fastify()
  app.register(rawBodies)
  app.post('/', async ({ body }) => ({ body }))
  const payload = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff]), Buffer.from('"}')])
  expect(await app.inject({ method: 'POST', url: '/', payload })).toMatchObject({ statusCode: 400 })
  const read = await app.inject({ method: 'POST', url: '/', payload: '{"name":"größer"}' })
  expect(read.json()).toEqual({ body: '{"name":"größer"}' })
})
