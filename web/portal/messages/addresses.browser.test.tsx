import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, horizontalOverflow, phone } from '../../testing/expect.ts'
import { type FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { chatMessage, conversation, openMessages } from '../../testing/scripted-chat.ts'

const idOf = (index: number) => `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const addressOf = (kind: string, index: number) => `${window.location.origin}/dashboard/${kind}/${idOf(index)}`
const link = (name: string | RegExp) => conversation().getByRole('link', { name })

const namesAsked = (backend: FakeBackend, table: string) =>
  backend.sent('GET', `/rest/v1/${table}`).filter(({ query }) => query.id?.startsWith('in.'))

/** Opens a chat with these messages. */
function chatOf(...contents: string[]) {
  const rows = contents.map((content, index) => {
    return { id: `m${index}`, content, created_at: new Date(Date.now() - 60_000 + index).toISOString() }
  })
  const scene = openMessages(rows)
  scene.backend.table('clients').insert({ id: idOf(1), name: 'Harbor Bakery' })
  scene.backend.table('projects').insert({ id: idOf(2), name: 'x'.repeat(200) })
  scene.backend.table('contact_submissions').insert({ id: idOf(3), name: 'Vera Lindqvist' })
  return scene
}

it('[messages.md#addresses] clients, projects and enquiries are called by their names, in the same tab, asked for once for each table', async () => {
  await page.viewport(...phone)
  const client = addressOf('clients', 1)
  const { backend, portal, chat } = chatOf(
    `Call ${client}, please.`,
    `${client}?page=2 again, and ${addressOf('projects', 2)}`,
    `From the website: ${addressOf('enquiries', 3)}`,
  )
  await expect.element(link('Harbor Bakery')).toHaveLength(2)
  await expect.element(link('Vera Lindqvist')).toBeVisible()
  await expect.element(conversation().getByText('Call Harbor Bakery, please.')).toBeVisible()
  expect(link('Harbor Bakery').first().element().getAttribute('target')).toBeNull()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await expectAccessible()
  chat.deliver(chatMessage('new', `Done: ${client}`))
  await expect.element(link('Harbor Bakery')).toHaveLength(3)
  for (const table of ['clients', 'projects', 'contact_submissions']) {
    expect(namesAsked(backend, table)).toHaveLength(1)
  }
  await link('Harbor Bakery').nth(1).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/clients/${idOf(1)}?page=2`)
})

it('[messages.md#addresses] whoever may not see it, or is somewhere else, has the bare address, which opens beside the portal', async () => {
  const elsewhere = `https://elsewhere.test/dashboard/clients/${idOf(1)}`
  const hidden = addressOf('clients', 9)
  const { backend } = chatOf(`${hidden} and ${elsewhere}`)
  await expect.poll(() => namesAsked(backend, 'clients').length).toBe(1)
  for (const address of [hidden, elsewhere]) {
    await expect.element(link(address)).toHaveAttribute('href', address)
    await expect.element(link(address)).toHaveAttribute('target', '_blank')
  }
})

it('[messages.md#addresses] is the bare address where the name does not load', async () => {
  const address = addressOf('projects', 2)
  const { backend } = chatOf(address)
  backend.answer('GET', '/rest/v1/projects', () => refusal('broken'))
  await expect.poll(() => namesAsked(backend, 'projects').length).toBeGreaterThan(0)
  await expect.element(link(address)).toBeVisible()
})
