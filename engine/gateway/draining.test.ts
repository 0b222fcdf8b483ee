import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Draining, endConnections } from './draining.ts'

it('says with each answer from then on that the connection ends, and lasts once', async () => {
  const draining = new Draining()
  const app = Fastify()
  endConnections(app, draining)
  app.get('/', async () => 'here')
  const connection = async () => (await app.inject('/')).headers.connection
  expect([draining.isOn, await connection()]).toEqual([false, 'keep-alive'])
  const over = draining.begin(0)
  expect([draining.isOn, await connection()]).toEqual([true, 'close'])
  expect(draining.begin(1_000_000)).toBe(over)
  await over
})
