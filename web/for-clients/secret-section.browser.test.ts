import './client-page-element.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toBase64 } from '../lib/base64.ts'
import { CURVE, openSecret } from '../lib/sealed-secret.ts'
import { expectAccessible, horizontalOverflow } from '../testing/expect.ts'
import { FakeBackend, refusal } from '../testing/fake-backend.ts'
import type { ClientPageData } from './client-page-data.ts'
import type { WantedSecret } from './wanted-secret.ts'

const FUNCTION = '/functions/v1/for-client'
const LABEL = 'Shop admin password'
const AT = '2999-12-12T12:00:00Z'

let backend: FakeBackend
let pair: CryptoKeyPair
let wanted: WantedSecret
let outcome: string
const before = location.href

const data = (): ClientPageData => ({
  client: 'Harbor Bakery',
  agency: { name: 'North', logo_url: null, email: null, phone: null, website_url: null },
  ...{ expires_at: AT, person: null, may_ask: false, asked: [], months: [], plan: null, projects: [], milestones: [] },
  ...{ count: 0, page: 1, pages: 1, updates: [], waiting: [], wanted: [wanted] },
})

beforeEach(async () => {
  pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const public_key = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  wanted = { ref: 'aaaa', label: LABEL, state: 'asked', at: AT, public_key }
  outcome = 'stored'
  backend = new FakeBackend()
  globalThis.fetch = backend.fetch
  history.replaceState(null, '', `/for/${'T'.repeat(43)}`)
  backend.answer('POST', FUNCTION, ({ body }) => {
    if (!Reflect.has(Object(body), 'secret')) return Response.json(data())
    if (outcome === '') return refusal('Broken')
    wanted = { ...wanted, state: 'sent', public_key: null }
    return Response.json({ outcome })
  })
  document.body.appendChild(document.createElement('client-page'))
})
afterEach(() => {
  document.querySelector('client-page')?.remove()
  history.replaceState(null, '', before)
  expect(backend.problems).toEqual([])
})

const form = () => page.getByRole('form', { name: LABEL })
const password = () => form().getByLabelText('Password', { exact: true })
const send = () => form().getByRole('button', { name: 'Send' })

it('[for-clients.md#handing-over] seals what is typed, and sends nothing of it in clear', async () => {
  await page.viewport(390, 900)
  await send().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter the password.')
  await form()
    .getByLabelText(/^Username/)
    .fill('grace')
  await password().fill('correct horse')
  await form().getByRole('button', { name: 'Show the password' }).click()
  await expect.element(password()).toHaveAttribute('type', 'text')
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
  await send().click()
  await expect.element(page.getByText('Sent. Only North can open it.')).toBeVisible()
  const bodies = backend.sent('POST', FUNCTION).map(({ body }) => body)
  expect(JSON.stringify(bodies)).not.toMatch(/grace|horse/)
  const sealed = bodies.flatMap((body) => Reflect.get(Object(body), 'sealed') ?? [])
  const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  expect(await openSecret({ privateKey: pair.privateKey, publicKey }, LABEL, String(sealed[0]))).toEqual({
    username: 'grace',
    password: 'correct horse',
  })
})

it('[for-clients.md#handing-over] keeps what was typed where it could not be sent', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const problem = 'This could not be sent right now. Please try again in a few minutes.'
  await password().fill('correct horse')
  await send().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(problem)
  expect(backend.sent('POST', FUNCTION).filter(({ body }) => Reflect.has(Object(body), 'sealed'))).toEqual([])
  offline.mockRestore()
  outcome = ''
  await send().click()
  await expect.element(send()).toBeEnabled()
  await expect.element(page.getByRole('alert')).toHaveTextContent(problem)
  await expect.element(password()).toHaveValue('correct horse')
  outcome = 'stored'
  await send().click()
  await expect.element(page.getByText('Sent. Only North can open it.')).toBeVisible()
})

it('[for-clients.md#handing-over] says that it was sent before', async () => {
  outcome = 'sent'
  await password().fill('correct horse')
  await send().click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This was sent before, so what you typed was not sent.')
  await expect.element(page.getByText('Sent. Only North can open it.')).toBeVisible()
})
