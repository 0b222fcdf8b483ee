import { GoTrueClient } from '@supabase/auth-js'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FakeBackend } from '../testing/fake-backend.ts'
import type { AuthLink } from './mail-link.ts'
import { SessionKeeper } from './session-keeper.ts'

/** Not the key of the portal, whose tests run in the same browser. */
const sessionKey = 'sb-keeper-auth-token'
const user = { id: 'dana', email: 'dana@north.test', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
const session = { access_token: 'a.b.c', refresh_token: 'refresh', expires_in: 3600, token_type: 'bearer', user }

beforeEach(() => {
  // The auth client says that the tabs of this test are in one window.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const backend = new FakeBackend()
  globalThis.fetch = backend.fetch
  backend.answer('POST', '/auth/v1/verify', () => Response.json(session))
  backend.answer('POST', '/rest/v1/rpc/me', () => Response.json({ owes_second_step: false }))
})

/** Opens a tab of its own: the browser's storage is shared, that of the tab is not. */
function openTab(): SessionKeeper {
  sessionStorage.clear()
  return new SessionKeeper(async () => {
    const url = `${FakeBackend.url}/auth/v1`
    const auth = new GoTrueClient({ url, storageKey: sessionKey, detectSessionInUrl: false })
    onTestFinished(() => auth.dispose())
    return { auth, sessionKey }
  })
}

async function arrivedBy(type: AuthLink['type']) {
  const tab = openTab()
  tab.subscribe(() => {})
  const { useLink: open } = tab
  expect(await open({ type, tokenHash: 'f'.repeat(56) })).toMatchObject({ error: null })
  return tab
}

async function stateInAnotherTab() {
  const tab = openTab()
  tab.subscribe(() => {})
  await expect.poll(() => tab.current().status).not.toBe('loading')
  return tab.current()
}

it.each(['invite', 'recovery'] as const)(
  '[sign-in.md#forgotten-password] after the link of the type %s every tab asks for a password, until it is chosen',
  async (type) => {
    const tab = await arrivedBy(type)
    expect(tab.current()).toMatchObject({ status: 'signed-in', isRecovering: true })
    expect(await stateInAnotherTab()).toMatchObject({ status: 'signed-in', isRecovering: true })
    tab.finishRecovery()
    expect(tab.current()).toMatchObject({ status: 'signed-in', isRecovering: false })
    expect(await stateInAnotherTab()).toMatchObject({ status: 'signed-in', isRecovering: false })
  },
)

it('a link that signs in asks for none, and none is asked for after the session has ended', async () => {
  expect((await arrivedBy('magiclink')).current()).toMatchObject({ isRecovering: false })
  await arrivedBy('invite')
  localStorage.removeItem(sessionKey)
  expect(await stateInAnotherTab()).toEqual({ status: 'signed-out' })
  expect((await arrivedBy('magiclink')).current()).toMatchObject({ isRecovering: false })
})
