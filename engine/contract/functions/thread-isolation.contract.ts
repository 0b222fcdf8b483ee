import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { enginePerFile } from '../../testing/engine-per-file.ts'
import { contractProject } from '../../testing/paths.ts'

const { home, url, start, anonKey } = await enginePerFile('functions-apart')
const project = join(home, 'project')
cpSync(contractProject, project, { recursive: true })
const configFile = join(project, 'config.toml')
writeFileSync(configFile, '\n[edge_runtime]\ncomputing_ms = 3000\n', { flag: 'a' })
mkdirSync(join(project, 'functions/endless'))
writeFileSync(join(project, 'functions/endless/index.ts'), 'export default { fetch() { while (true) {} } }\n')

it('a function that computes without end stops nobody else, sockets of other functions among them', async () => {
  await start({ PROJECT_DIR: project })
  const client = createClient(url, await anonKey(), { auth: { persistSession: false } })
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/functions/v1/sockets`)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')

  let rounds = 0
  async function round() {
    expect((await client.auth.signInAnonymously()).error).toBeNull()
    expect((await client.from('todos').select('id').limit(1)).error).toBeNull()
    expect((await client.functions.invoke('answers/text')).data).toBe('Hello Ana')
    socket.send(`round ${rounds}`)
    await expect.poll(() => heard.at(-1)).toBe(`round ${rounds}`)
    rounds += 1
  }
  // The first round loads what the later ones find, on a slow machine for longer than the function may compute.
  await round()

  let isEndless = true
  const endless = client.functions.invoke('endless').finally(() => {
    isEndless = false
  })
  let meanwhile = 0
  while (isEndless) {
    await round()
    if (isEndless) meanwhile += 1
  }
  // All of its answers arrived while the function was computing.
  expect(meanwhile).toBeGreaterThan(0)

  const { error } = await endless
  expect(error.context.status).toBe(546)
  expect(await error.context.json()).toMatchObject({ code: 'WORKER_RESOURCE_LIMIT' })
  expect(socket.readyState).toBe(WebSocket.OPEN)
  socket.close()
})
