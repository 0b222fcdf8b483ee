import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject, parseConfig } from 'engine/config'
import { afterAll, expect, it } from 'vitest'
import { startMailServer } from '../../../scripts/testing/mail-server.ts'
import { installation } from '../../../server/engine-options.ts'
import { mail } from './mail.ts'

const home = await mkdtemp(join(tmpdir(), 'doctor-mail-'))
const server = await startMailServer()
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function looked(sendMailTo?: string) {
  const env = { DATA_DIR: home, MAIL_URL: server.url }
  const config = parseConfig(env, installation)
  const project = await loadProject(config.projectDir, env)
  const keys = { anonKey: '', serviceRoleKey: '' }
  return mail({ config, project, env, keys, url: '', sendMailTo, examination: () => Promise.reject(new Error()) })
}

it('sends a mail only where one was asked for', async () => {
  expect(await looked()).toMatchObject({ state: 'ok', found: expect.stringContaining('lets us in') })
  expect(server.recipients).toEqual([])
  expect(await looked('you@example.com')).toMatchObject({ state: 'ok', found: expect.stringContaining('has taken') })
  expect(server.recipients).toEqual(['you@example.com'])
})

it('says what the server answered, and what to do about just that', async () => {
  server.refused.set('friend@example.com', '554 5.7.1 Relay access denied')
  expect(await looked('friend@example.com')).toMatchObject({
    state: 'problem',
    found: expect.stringContaining('554 5.7.1 Relay access denied'),
    todo: expect.stringContaining('Look at the address.'),
  })
})
