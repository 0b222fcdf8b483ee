import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA } from '../../testing/client-scene.ts'
import { expectAccessible, expectTexts } from '../../testing/expect.ts'
import { choose, field, fill, form, openForm } from '../../testing/update-scene.ts'

const GIVES_AWAY = '/rest/v1/rpc/text_gives_away'

const warnings = () => form().getByRole('status', { name: 'Before the client sees it' }).getByRole('paragraph')
const preview = () => form().getByRole('button', { name: 'Preview' })

it('[client-updates.md#checks-before-creating] warns of a password, another client and a note, and of nothing colleagues alone see', async () => {
  const { backend } = await openForm()
  backend.answer('POST', GIVES_AWAY, () =>
    Response.json([
      { kind: 'client', what: 'Otto’s Bikes' },
      { kind: 'note', what: 'maria pays late every spring' },
    ]),
  )
  await fill({ content: 'Otto’s Bikes liked it. Password: k9#Ruhe' })
  await expect.element(preview()).not.toBeInTheDocument()
  expect(backend.sent('POST', GIVES_AWAY)).toEqual([])
  await field('Client Visible').click()
  await expectTexts(warnings(), [
    'This looks like a password. Anyone with the client’s link will see it.',
    'It names another client: Otto’s Bikes.',
    'Part of it also appears in the notes about this client, which are internal: “… maria pays late every spring …”',
  ])
  expect(backend.sent('POST', GIVES_AWAY).at(-1)?.body).toEqual({
    client: CLARA,
    words: 'Menu is done\nOtto’s Bikes liked it. Password: k9#Ruhe',
  })
  await expectAccessible()
})

it('shows what the client will see, on a phone, with the chosen pictures', async () => {
  const { backend } = await openForm()
  const agency = { name: 'North', logo_url: null, email: 'hello@north.test', phone: null, website_url: null }
  Object.assign(backend.table('clients').rows[0] ?? {}, {
    agency,
    projects: [{ name: 'Website', status: 'review', created_at: '' }],
  })
  await fill({ title: 'The <menu>', content: 'All of it.\nSee https://shop.test/menu.' })
  choose(new File(['PNG'], 'menu.png', { type: 'image/png' }))
  await field('Client Visible').click()
  await preview().click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const frame = dialog.getByTitle('What the client will see')
  await expect.element(frame).toBeVisible()
  const shown = () => {
    const element = frame.element()
    return element instanceof HTMLIFrameElement ? element.contentDocument : undefined
  }
  await expect.poll(() => shown()?.querySelector('article h3')?.textContent).toBe('The <menu>')
  expect(shown()?.querySelector('h1')?.textContent).toBe('Clara Client')
  expect(shown()?.querySelector('article a')?.getAttribute('href')).toBe('https://shop.test/menu')
  await expect.poll(() => shown()?.querySelector('.cp-pictures img')?.getAttribute('src')).toMatch(/^blob:/)
  expect(shown()?.body.inert).toBe(true)
})
