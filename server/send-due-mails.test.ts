import { afterEach, expect, it, vi } from 'vitest'
import { engine } from '../supabase/tests/engine.ts'
import { signIn } from '../supabase/tests/people.ts'
import { enquiryMailHealth, logContactRecipients } from './send-due-mails.ts'

const engineOfTests = { ownUrl: engine.url, serviceRoleKey: engine.serviceRoleKey }
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('[contact.md#notification-mail] tells super admins at /health, and nobody else, whether anybody is mailed about enquiries', async () => {
  const partsFor = async (token: string) => {
    const answer = await fetch(`${engine.url}/health`, { headers: { authorization: `Bearer ${token}` } })
    return Object(await answer.json()).parts
  }
  const tokenOf = async (email: string) =>
    (await (await signIn(email)).db.auth.getSession()).data.session?.access_token ?? ''
  expect(await partsFor(await tokenOf('sol@mainstreet.test'))).toMatchObject({ enquiries: { status: 'ok' } })
  expect(await partsFor(await tokenOf('ana@north.test'))).toBeUndefined()
})

it('[contact.md#notification-mail] the start and /health say that there is nobody to mail', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    asked.push([new URL(input).pathname, JSON.parse(String(init.body))])
    return Response.json([])
  })
  const said = vi.spyOn(console, 'log').mockReturnValue()
  expect(await enquiryMailHealth(engineOfTests, {}).check()).toEqual({ status: 'nobody to mail' })
  await logContactRecipients(engineOfTests, { CONTACT_EMAIL: ' ' })
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^New enquiries are mailed to nobody: their mails wait/))
  expect(asked).toEqual([
    ['/rest/v1/rpc/enquiry_recipients', { configured: '' }],
    ['/rest/v1/rpc/enquiry_recipients', { configured: ' ' }],
  ])
})
