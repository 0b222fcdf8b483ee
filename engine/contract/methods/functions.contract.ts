import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { clientOptions } from '../rest/client.ts'

const newClient = () => createClient(engine.url, engine.anonKey, clientOptions).functions

it('functions.invoke', async () => {
  const { data, error } = await newClient().invoke('echo', { body: { name: 'Ana' } })
  expect(error).toBeNull()
  expect(data).toMatchObject({ method: 'POST', body: '{"name":"Ana"}' })
})

it('functions.setAuth', async () => {
  const functions = newClient()
  functions.setAuth('no token')
  const { error } = await functions.invoke('echo')
  expect(error.context.status).toBe(401)
})
