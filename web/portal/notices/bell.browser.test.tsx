import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const now = () => new Date().toISOString()
const sol = { display_name: 'Sol Rivera', avatar_url: null }
const project = { id: 'website', name: 'New website', client: { name: 'Otto’s Bakery' } }
const given = { id: 'given', user_id: ben.id, created_at: now(), read_at: null, actor: sol, project }
const asked = {
  id: 'asked',
  user_id: ben.id,
  created_at: '2026-01-02T10:00:00Z',
  read_at: '2026-01-02T11:00:00Z',
  actor: null,
  enquiry: { id: 'vera', name: 'Vera', business_name: 'Flowers' },
}
/** A notice about something that the reader may no longer see. */
const unseen = { id: 'unseen', user_id: ben.id, created_at: now(), read_at: null, actor: null, project: null }

function open(notices: object[], unread = { messages: 0, notices: 1 }) {
  const backend = new FakeBackend({ notices: notices.map((notice) => ({ ...notice })) })
  backend.answer('GET', '/rest/v1/rpc/my_unread', () => Response.json([unread]))
  return { backend, portal: Portal.open(backend, { screens: portalScreens, at: '/dashboard/reports', as: ben }) }
}
const bell = (name: string | RegExp = /^For You/) => page.getByRole('button', { name })
const panel = () => page.getByRole('dialog', { name: 'For You' })

it('[notices.md#bell] says how much is unread, lists what one may see, and leads there', async () => {
  const { backend } = open([given, asked, unseen])
  await bell('For You, 1 unread').click()
  await expect.element(panel().getByRole('listitem')).toHaveLength(2)
  await expect.element(panel().getByRole('link', { name: /Vera waits for an answer.*Flowers/ })).toBeVisible()
  await panel()
    .getByRole('link', { name: /Sol Rivera gave you a project.*unread.*New website · Otto’s Bakery/ })
    .click()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.poll(() => backend.table('notices').rows.find(({ id }) => id === 'given')?.read_at).toBeTruthy()
})

it('[notices.md#answered] names the person whose link was used, else whoever was typed', async () => {
  const update = { title: 'Two boxes', project: { id: 'website' } }
  const answer = { answer: 'approved', name: 'T.', person: 'Tom Baker', update }
  open([
    { ...unseen, answer },
    { ...unseen, id: 'nobodys', answer: { ...answer, answer: 'changes', name: 'Eve', person: null } },
  ])
  await bell('For You, 1 unread').click()
  await expect.element(panel().getByRole('link', { name: /^Tom Baker approved an update/ })).toBeVisible()
  await expect.element(panel().getByRole('link', { name: /^Eve asks for changes/ })).toBeVisible()
})

it('[notices.md#late] says which client has not answered by the day asked for', async () => {
  const website = { id: 'website', client: { name: 'Otto’s Bakery' } }
  const update = { id: 'boxes', title: 'Two boxes', answer_by: '2026-11-30', project: website }
  open([{ ...unseen, update }])
  await bell('For You, 1 unread').click()
  const line = panel().getByRole('link', { name: /Otto’s Bakery has not answered by Nov 30, 2026.*Two boxes/ })
  await expect.element(line).toHaveAttribute('href', '/dashboard/projects/website')
})

it('[notices.md#read] marks all of it as read', async () => {
  const { backend } = open([given])
  await bell().click()
  backend.answer('GET', '/rest/v1/rpc/my_unread', () => Response.json([{ messages: 0, notices: 0 }]))
  await panel().getByRole('button', { name: 'Mark All as Read' }).click()
  await expect.element(bell('For You')).toBeInTheDocument()
  await expect.element(panel().getByRole('button', { name: 'Mark All as Read' })).not.toBeInTheDocument()
})

it('says what will come here where nothing has come yet', async () => {
  open([], { messages: 0, notices: 0 })
  await bell('For You').click()
  await expect.element(panel().getByText(/^Nothing yet\./)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(bell('For You')).toHaveFocus()
})

it('says that it could not be loaded, and tries again', async () => {
  const { backend } = open([given])
  const mend = backend.answer('GET', '/rest/v1/notices', () => refusal('down', { status: 400 }))
  await bell().click()
  await expect.element(panel().getByText('This could not be loaded.')).toBeVisible()
  mend()
  await panel().getByRole('button', { name: 'Try Again' }).click()
  await expect.element(panel().getByRole('link')).toBeVisible()
})

it('[notices.md#messages] shows in the sidebar how many messages are unread', async () => {
  open([], { messages: 100, notices: 0 })
  await expect.element(page.getByRole('link', { name: 'Messages 99+ unread' })).toBeVisible()
})
