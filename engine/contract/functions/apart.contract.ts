import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ownProcess } from '../../testing/own-process.ts'
import { contractProject } from '../../testing/paths.ts'

const { home, url, start, anonKey } = await ownProcess('functions-apart')
const project = join(home, 'project')
cpSync(contractProject, project, { recursive: true })
const configFile = join(project, 'config.toml')
writeFileSync(configFile, '\n[edge_runtime]\nsilence_ms = 2000\n', { flag: 'a' })
mkdirSync(join(project, 'functions/endless'))
writeFileSync(join(project, 'functions/endless/index.ts'), 'export default { fetch() { while (true) {} } }\n')

const connect = () => new WebSocket(`${url.replace(/^http/, 'ws')}/functions/v1/sockets`)

it('a function that computes without end stops functions for a while, and nobody else', async () => {
  await start({ PROJECT_DIR: project })
  const key = await anonKey()
  const client = createClient(url, key, { auth: { persistSession: false } })
  const socket = connect()
  await once(socket, 'open')
  const closed = once(socket, 'close')

  let isEndless = true
  const endless = client.functions.invoke('endless').finally(() => {
    isEndless = false
  })
  const rounds: boolean[] = []
  while (isEndless) {
    expect((await client.auth.signInAnonymously()).error).toBeNull()
    expect((await client.from('todos').select('id').limit(1)).error).toBeNull()
    rounds.push(isEndless)
  }
  // Whoever came in did so while the function was computing.
  expect(rounds.filter(Boolean).length).toBeGreaterThan(0)

  const { error } = await endless
  expect(error.context.status).toBe(546)
  expect(await error.context.json()).toMatchObject({ code: 'WORKER_RESOURCE_LIMIT' })
  expect((await closed)[0]).toBe(1012)
  const again = connect()
  const [hello] = await once(again, 'message')
  expect(String(hello)).toBe('hello from sockets')
  again.close()
})
