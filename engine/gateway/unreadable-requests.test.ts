import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerUnreadable, refuseBadAddress } from './unreadable-requests.ts'

it.each([
  [`/?x=${'a'.repeat(40_000)}`, 431],
  ['/%ff', 400],
])('%.20s is refused so that a page of another origin can read why', async (path, status) => {
  await using app = Fastify({ clientErrorHandler: answerUnreadable, frameworkErrors: refuseBadAddress })
  app.get('/', async () => 'read')
  const url = await app.listen({ port: 0 })
  const answer = await fetch(`${url}${path}`)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({ statusCode: status })
})
