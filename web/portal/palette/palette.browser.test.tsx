import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const FIND = '/rest/v1/rpc/find_anything'
const CLARA = 'c0000000-0000-4000-8000-000000000001'

const found = [
  { kind: 'client', id: CLARA, title: 'Clara Client', detail: 'Clara Ltd', page: CLARA, likeness: 2 },
  { kind: 'person', id: ana.id, title: 'Clara Ames', detail: null, page: ana.id, likeness: 1 },
]

beforeEach(() => localStorage.clear())

function open({
  as = ben as Person,
  at = '/dashboard',
  rows = found as object[],
  clients = [] as { id: string; name: string; email: string }[],
} = {}) {
  const backend = new FakeBackend({ clients })
  backend.answer('POST', FIND, () => Response.json(rows))
  return Portal.open(backend, { screens: portalScreens, at, as })
}

const palette = () => page.getByRole('dialog', { name: 'Go to' })
const box = () => palette().getByRole('combobox', { name: 'Search everything' })
const options = () => palette().getByRole('option')

const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const singleKeys = () => help().getByRole('switch', { name: /^Shortcuts of a single key/ })

async function ready() {
  await expect
    .element(page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Clients' }))
    .toBeVisible()
}

async function call() {
  await ready()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box()).toHaveFocus()
}

describe('[shell.md#palette] the palette', () => {
  it('[clients.md#people] goes to the client of a person', async () => {
    const person = { kind: 'client_person', id: ana.id, title: 'Tom Baker', detail: 'Owner, Clara Client', page: CLARA }
    const portal = open({ rows: [{ ...person, likeness: 2 }] })
    await call()
    await userEvent.keyboard('tom baker')
    await expectTexts(options(), ['Tom Baker · Owner, Clara ClientPerson'])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}`)
  })

  it('goes to a screen by its name, from the keyboard alone', async () => {
    const portal = open()
    await call()
    await expectAccessible()
    await userEvent.keyboard('proj')
    await expectTexts(options(), ['ProjectsScreen', 'Add ProjectAction', 'Clara Client · Clara LtdClient'])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.location).toBe('/dashboard/projects')
    await expect.element(palette()).not.toBeInTheDocument()
  })

  it('goes to a screen that the sidebar does not have', async () => {
    const portal = open()
    await call()
    await userEvent.keyboard('rece{Enter}')
    await expect.poll(() => portal.location).toBe('/dashboard/deleted')
  })

  it('goes to what the database finds, and shows people to whoever administers them', async () => {
    const portal = open({ as: ana })
    await call()
    await userEvent.keyboard('clara')
    await expectTexts(options(), ['Clara Client · Clara LtdClient', 'Clara AmesPerson'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => portal.location).toBe('/dashboard/users?search=Clara%20Ames')
  })

  it('leads back to what was opened last, by the name it has now, and forgets what is gone', async () => {
    const GONE = 'c0000000-0000-4000-8000-000000000002'
    const items = [GONE, CLARA].map((id) => ({ kind: 'client', id }))
    localStorage.setItem(`recently-seen/${ben.id}`, JSON.stringify(items))
    const portal = open({ clients: [{ id: CLARA, name: 'Clara Client', email: 'clara@shop.test' }] })
    await call()
    await expect.element(options().first()).toHaveTextContent('Clara Client · Recently seenClient')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}`)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
  })

  it('begins something new', async () => {
    const portal = open()
    await call()
    await userEvent.keyboard('add cl{Enter}')
    await expect.poll(() => portal.location).toBe('/dashboard/clients?new')
  })

  it('says how many letters it needs, that nothing is called so, and that nobody answers', async () => {
    const { backend } = open({ rows: [] })
    await call()
    await userEvent.keyboard('zz')
    await expect.element(palette().getByRole('status')).toMatchTextContent('Type 3 letters to find')
    await userEvent.keyboard('z')
    await expect.element(palette().getByRole('status')).toHaveTextContent('Nothing found.')
    backend.answer('POST', FIND, () => refusal('out of order'))
    await userEvent.keyboard('y')
    await expect.element(palette().getByRole('status')).toMatchTextContent('The server is not answering.')
    await userEvent.keyboard('{Escape}')
    await expect.element(palette()).not.toBeInTheDocument()
  })

  it('is opened by its button on a phone, and nothing is cut off', async () => {
    await page.viewport(...phone)
    open()
    await page.getByRole('button', { name: /^Go to/ }).click()
    await expect.element(box()).toHaveFocus()
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
  })
})

describe('[shell.md#keyboard-shortcuts] a key alone', () => {
  beforeEach(() => localStorage.setItem('single-key-shortcuts', 'on'))

  it('goes to a screen that one sees, and to no other', async () => {
    const portal = open()
    await ready()
    await userEvent.keyboard('gc')
    await expect.poll(() => portal.location).toBe('/dashboard/clients')
    await userEvent.keyboard('gv')
    await userEvent.keyboard('gp')
    await expect.poll(() => portal.location).toBe('/dashboard/projects')
  })

  it('searches, walks through the rows and adds, and nothing of that while somebody types', async () => {
    const portal = open({ at: '/dashboard/clients' })
    portal.backend.table('clients').insert([
      { name: 'Berta', email: 'b@b.test' },
      { name: 'Anton', email: 'a@a.test' },
    ])
    await ready()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('n?gp')
    await expect.element(page.getByRole('searchbox')).toHaveValue('n?gp')
    await userEvent.clear(page.getByRole('searchbox'))
    await expect.element(page.getByRole('link', { name: 'Anton' })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    const nameOf = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).getByRole('link', { name, exact: true })
    await userEvent.keyboard('j')
    await expect.element(nameOf('Anton')).toHaveFocus()
    await userEvent.keyboard('j')
    await expect.element(nameOf('Berta')).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(nameOf('Anton')).toHaveFocus()
    await userEvent.keyboard('n')
    await expect.element(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  })

  it('means nothing before it is switched on under ?', async () => {
    localStorage.clear()
    const portal = open()
    await ready()
    await userEvent.keyboard('gc')
    await userEvent.keyboard('?')
    await expect.element(help().getByText('Go to anything')).toBeVisible()
    expect(portal.location).toBe('/dashboard')
    await expectAccessible()
    await singleKeys().click()
    await expect.element(help().getByText('Search the list')).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(help()).not.toBeInTheDocument()
    await userEvent.keyboard('gc')
    await expect.poll(() => portal.location).toBe('/dashboard/clients')
  })

  it('means nothing once it is switched off, not even ?, and the palette leads back', async () => {
    const portal = open()
    await ready()
    await userEvent.keyboard('?')
    await singleKeys().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(help()).not.toBeInTheDocument()
    await userEvent.keyboard('gc?')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(box()).toHaveFocus()
    expect(portal.location).toBe('/dashboard')
    await userEvent.keyboard('short')
    await expect.element(options().first()).toHaveTextContent('Keyboard ShortcutsAction')
    await userEvent.keyboard('{Enter}')
    await expect.element(singleKeys()).not.toBeChecked()
  })
})
