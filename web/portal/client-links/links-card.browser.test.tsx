import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'

const LINKS = '/rest/v1/client_links'
const MAKE = '/rest/v1/rpc/make_client_link'

const card = () => page.getByRole('region', { name: 'Access' })
const links = () => card().getByRole('listitem')
const form = () => page.getByRole('dialog', { name: 'Make Link' })
const made = () => page.getByRole('dialog', { name: 'Link Made' })

function openWith(...rows: Row[]) {
  const backend = withClara()
  const author = { display_name: 'Ben Whitaker' }
  for (const row of rows) backend.table('client_links').insert({ client_id: CLARA, author, openings: [], ...row })
  return { backend, portal: openClient(backend) }
}

it('[client-page.md#access] says who has a link, whether it was opened, and until when', async () => {
  const openings = [{ opened_at: new Date(Date.now() - 7_200_000).toISOString() }]
  openWith({ name: 'The shop', expires_at: '2999-01-02T12:00:00+00:00' }, { name: 'Maria’s phone', openings })
  await expect.element(links().first()).toMatchTextContent(/^Maria’s phone.*Opened 2 hours ago.*by Ben/)
  await expect.element(links().last()).toMatchTextContent(/^The shop.*Not opened yet.*until Jan 2, 2999/)
  await expectAccessible()
})

it('explains itself where there is none', async () => {
  openWith()
  await expect
    .element(card())
    .toMatchTextContent('No valid links. A link opens Clara Client’s page, no account needed.')
})

it('[client-page.md#access] lists the links of mails among those that people made, the first three at once', async () => {
  openWith(
    { name: 'Weekly mail', author: null, created_by: null },
    { name: 'Lost phone', revoked_at: '2026-01-05T12:00:00+00:00' },
    { name: 'Mail to clara@client.test', update_id: 'e0000000-0000-4000-8000-000000000001' },
    { name: 'The shop' },
    { name: 'Maria’s phone' },
  )
  const names = () =>
    links()
      .elements()
      .map((link) => link.querySelector('span')?.textContent)
  await expect.poll(names).toEqual(['Maria’s phone', 'The shop', 'Mail to clara@client.test'])
  await card().getByRole('button', { name: 'Show All (5)' }).click()
  await expect.poll(() => names().slice(3)).toEqual(['Weekly mail', 'Lost phone'])
  await expect.element(links().nth(3)).not.toMatchTextContent(/by/)
  await expect.element(links().nth(3).getByRole('button', { name: 'Revoke Weekly mail' })).toBeVisible()
  await card().getByRole('button', { name: 'Show Fewer' }).click()
  await expect.poll(() => names().length).toBe(3)
})

it('keeps what has expired or was revoked behind a button', async () => {
  openWith(
    { name: 'Old', expires_at: '2020-01-01T00:00:00+00:00' },
    { name: 'Lost phone', revoked_at: '2026-01-05T12:00:00+00:00' },
  )
  await card().getByRole('button', { name: 'Show All (2)' }).click()
  await expect.element(links().first()).toMatchTextContent(/^Lost phone ?Revoked/)
  await expect.element(links().last()).toMatchTextContent(/^Old ?Expired/)
  await expect.element(links().first().getByRole('button')).not.toBeInTheDocument()
  await expect.element(links().last().getByRole('button', { name: 'Renew Old for 30 days' })).toBeVisible()
})

describe('a new link', () => {
  async function make(name: string) {
    await card().getByRole('button', { name: 'Make Link' }).click()
    await form().getByLabelText('Name').fill(name)
    await form().getByRole('button', { name: 'Make Link' }).click()
  }

  it('is shown this once, to be copied', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { backend } = openWith()
    backend.answer('POST', MAKE, () => Response.json({ id: 'link', token: 'T'.repeat(43) }))
    await make(' Maria’s phone ')
    const address = `${location.origin}/for/${'T'.repeat(43)}`
    await expect.element(made().getByLabelText('Address')).toHaveValue(address)
    expect(backend.sent('POST', MAKE).map(({ body }) => body)).toEqual([
      { client: CLARA, name: 'Maria’s phone', days: 30 },
    ])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await made().getByRole('button', { name: 'Copy Link' }).click()
    await expectToast('Copied', 'Link copied to clipboard.')
    expect(copy).toHaveBeenCalledWith(address)
    await made().getByRole('button', { name: 'Done' }).click()
    await card().getByRole('button', { name: 'Make Link' }).click()
    await expect.element(form().getByLabelText('Name')).toHaveValue('')
    copy.mockRestore()
  })

  it('needs a name', async () => {
    const { backend } = openWith()
    await make('  ')
    await expectDestructiveToast('Error', 'Please give the link a name.')
    expect(backend.sent('POST', MAKE)).toEqual([])
  })

  it('that could not be made keeps what was typed', async () => {
    const { backend } = openWith()
    backend.answer('POST', MAKE, noAnswer)
    await make('Maria’s phone')
    await expectDestructiveToast('Link not made')
    await expect.element(form().getByLabelText('Name')).toHaveValue('Maria’s phone')
  })
})

it('is renewed for 30 days from now', async () => {
  const { backend } = openWith({ name: 'Maria’s phone' })
  await card().getByRole('button', { name: 'Renew Maria’s phone for 30 days' }).click()
  await expectToast('Link renewed', 'It works for another 30 days.')
  expect(backend.sent('PATCH', LINKS).map(({ body }) => body)).toEqual([{ expires_at: expect.any(String) }])
})

it('is revoked after a question, and gives the focus back', async () => {
  const { backend } = openWith({ name: 'Maria’s phone' })
  await card().getByRole('button', { name: 'Revoke Maria’s phone' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke link?' })
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await card().getByRole('button', { name: 'Revoke Maria’s phone' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Link revoked')
  expect(backend.table('client_links').rows).toMatchObject([{ revoked_at: expect.any(String) }])
  await expect.element(card().getByRole('button', { name: 'Show All (1)' })).toBeVisible()
})

it('fits a phone with a name as long as may be', async () => {
  await page.viewport(...phone)
  openWith({ name: 'M'.repeat(100), author: { display_name: ben.name } })
  await expect.element(links()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

it('[client-updates.md#weekly-mail] has the client told once a week, if that is wanted', async () => {
  const { backend } = openWith()
  await card().getByLabelText('Weekly Email of What’s New').click()
  await expectToast('Weekly mail changed')
  await expect.element(card().getByLabelText('Weekly Email of What’s New')).toBeChecked()
  expect(backend.sent('PATCH', '/rest/v1/clients').map(({ body }) => body)).toEqual([{ wants_digest: true }])
})

it('[client-page.md#access] says whether one may ask for something by it', async () => {
  const { backend } = openWith({ name: 'The shop' })
  await card().getByRole('switch', { name: 'May ask: The shop' }).click()
  await expectToast('Link changed')
  expect(backend.table('client_links').rows).toMatchObject([{ may_ask: false }])
})
