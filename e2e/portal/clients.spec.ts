import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { gate } from '../gate.ts'
import { ana, type Person, unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, nextCall } from '../wire.ts'

interface Client {
  name: string
  email?: string
  company_name?: string
  phone?: string
  website_url?: string
  industry?: string
  prospect_status?: string
}

/** Somebody of an agency of their own, which has these clients, the last of them added last. */
async function staffWith(backstage: Backstage, clients: Client[]): Promise<Person> {
  const agency = await backstage.newAgency()
  const person = await backstage.newPerson('agency_staff', agency)
  const table = (await backstage.as(person)).from('clients')
  for (const client of clients) {
    // One at a time, so that newest first means something.
    await table.insert({ email: 'owner@shop.test', ...client, agency_id: agency.id }).throwOnError()
  }
  return person
}

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
const title = (page: Page, count: number) => page.getByRole('heading', { name: `Clients (${count})`, exact: true })
const search = (page: Page) => page.getByRole('searchbox')

async function open(signedIn: (person: Person) => Promise<Page>, person: Person, count: number): Promise<Page> {
  const page = await signedIn(person)
  await page.goto('/dashboard/clients')
  await expect(title(page, count)).toBeVisible()
  return page
}

test.describe('[2§2] the client table', () => {
  test('shows each client with its columns, newest first', async ({ signedIn, backstage }) => {
    const person = await staffWith(backstage, [
      { name: 'Pat Plain', email: 'pat@plain.test' },
      {
        name: 'Fay Full',
        email: 'fay@full.test',
        company_name: 'Full House',
        phone: '+1 555 0100',
        website_url: 'https://full.test',
        industry: 'Food & Beverage',
        prospect_status: 'active',
      },
    ])
    const page = await open(signedIn, person, 2)
    await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['Client', 'Contact', 'Industry', 'Status', 'Actions'])

    await expect(rows(page).nth(0)).toContainText('Fay Full')
    const full = row(page, 'Fay Full')
    for (const words of ['Full House', 'fay@full.test', '+1 555 0100', 'Food & Beverage']) {
      await expect(full).toContainText(words)
    }
    await expect(full.getByText(/^active$/i)).toBeVisible()
    await expect(full.locator('a[href^="https://full.test"]')).toBeVisible()

    const plain = row(page, 'Pat Plain')
    await expect(plain).toContainText('Not specified')
    await expect(plain.getByText(/^prospect$/i)).toBeVisible()
  })

  test('[2§3] gives every status its colour, and takes a client without one for a prospect', async ({
    signedIn,
    backstage,
  }) => {
    const colours = {
      prospect: 'yellow',
      active: 'success',
      completed: 'info',
      paused: 'orange',
      inactive: 'slate',
    }
    const clients = Object.keys(colours).map((status) => ({ name: `Is ${status}`, prospect_status: status }))
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Is nothing' }, ...clients]), 6)
    for (const [status, colour] of Object.entries(colours)) {
      const badge = row(page, `Is ${status}`).getByText(status, { exact: true })
      await expect(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
    }
    await expect(row(page, 'Is nothing').getByText('prospect', { exact: true })).toHaveClass(/\btext-yellow/)
  })

  test('[2§7] asks for them newest first, a page at a time, with their exact count', async ({
    signedIn,
    backstage,
  }) => {
    const page = await signedIn(await staffWith(backstage, []))
    const list = nextCall(page, 'GET', '/rest/v1/clients')
    await page.goto('/dashboard/clients')
    const asked = Object.fromEntries(new URL((await list).url()).searchParams)
    expect(asked).toEqual({ select: '*', order: 'created_at.desc,id.asc', offset: '0', limit: '50' })
    expect((await list).headers().prefer).toBe('count=exact')
  })

  test('leads to the client’s page, and the back button leads back', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Lena Lead' }]), 1)
    await row(page, 'Lena Lead')
      .getByRole('link', { name: /view details/i })
      .click()
    await expect(page).toHaveURL(/\/dashboard\/clients\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Lena Lead' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/clients')
    await expect(row(page, 'Lena Lead')).toBeVisible()
  })

  test('invites to add the first where there is none', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
    await expect(page.getByText('Add your first client to get started.', { exact: true })).toBeVisible()
  })

  test('shows that it is loading while the network is slow', async ({ signedIn, backstage }) => {
    const person = await staffWith(backstage, [{ name: 'Sam Slow' }])
    const page = await signedIn(person)
    const slow = await gate(page, '**/rest/v1/clients*')
    await page.goto('/dashboard/clients')
    await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
    await expect(page.getByText('No clients found.')).toHaveCount(0)
    slow.open()
    await expect(row(page, 'Sam Slow')).toBeVisible()
  })

  test('says so when the list cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 (GET|HEAD) \/rest\/v1\/clients/)
    const page = await signedIn(await staffWith(backstage, [{ name: 'Rita Retry' }]))
    await page.route('**/rest/v1/clients*', (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order' } }),
    )
    await page.goto('/dashboard/clients')
    await expect(page.getByText('No clients found.')).toHaveCount(0)
    const again = page.getByRole('button', { name: /try again|retry/i })
    await expect(again).toBeVisible()
    await page.unroute('**/rest/v1/clients*')
    await again.click()
    await expect(row(page, 'Rita Retry')).toBeVisible()
  })

  test('reaches every client of a long list', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('agency_staff', agency)
    const many = Array.from({ length: 230 }, (_, number) => ({
      name: `Client ${String(number).padStart(3, '0')}`,
      email: 'owner@shop.test',
      agency_id: agency.id,
    }))
    await (await backstage.as(person)).from('clients').insert(many).throwOnError()
    const page = await open(signedIn, person, 230)

    const next = page.getByRole('link', { name: 'Next', exact: true })
    const seen: string[] = []
    while (seen.length < many.length) {
      await expect(rows(page).first()).not.toContainText(seen.at(-1) ?? 'nothing yet')
      const shown = await rows(page)
        .getByText(/^Client \d{3}$/)
        .allTextContents()
      seen.push(...shown)
      if (seen.length < many.length) {
        await next.click()
        await expect(rows(page).getByText(shown[0] ?? '', { exact: true })).toHaveCount(0)
        await expect(
          rows(page)
            .getByText(/^Client \d{3}$/)
            .first(),
        ).toBeVisible()
      }
    }
    expect(seen.toSorted()).toEqual(many.map(({ name }) => name))
    await expect(next).toHaveCount(0)

    await page.goBack()
    await expect(next).toBeVisible()
  })
})

test.describe('[2§2] search', () => {
  const clients: Client[] = [
    { name: 'Percy 100% Fresh', company_name: 'Greens' },
    { name: 'Penny 100 Fresh', company_name: 'Greens' },
    { name: 'Una A_B Shop' },
    { name: 'Una AxB Shop' },
    { name: 'Cora Smith, Sons (Old)', email: 'Cora@Smith.test' },
    { name: 'Owen O"Neil\'s', company_name: 'Backs\\lash' },
    { name: 'Zoë Ärger', company_name: 'Star * Bar' },
    { name: 'Dora.eq.Dot' },
  ]

  const searches: [string, string[]][] = [
    ['percy', ['Percy 100% Fresh']],
    ['GREENS', ['Penny 100 Fresh', 'Percy 100% Fresh']],
    ['cora@smith', ['Cora Smith, Sons (Old)']],
    ['100%', ['Percy 100% Fresh']],
    ['%', ['Percy 100% Fresh']],
    ['A_B', ['Una A_B Shop']],
    ['_', ['Una A_B Shop']],
    ['Smith, Sons (Old)', ['Cora Smith, Sons (Old)']],
    ['o"neil\'s', ['Owen O"Neil\'s']],
    ['\\', ['Owen O"Neil\'s']],
    ['zoë ä', ['Zoë Ärger']],
    ['Dora.eq.', ['Dora.eq.Dot']],
    ['  percy  ', ['Percy 100% Fresh']],
  ]

  test('finds by name, email or company what was typed, and nothing else', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, clients), clients.length)
    for (const [typed, found] of searches) {
      await search(page).fill(typed)
      await expect(title(page, found.length), typed).toBeVisible()
      for (const name of found) await expect(row(page, name), typed).toBeVisible()
      await expect(rows(page), typed).toHaveCount(found.length)
    }
    await search(page).fill('')
    await expect(title(page, clients.length)).toBeVisible()
  })

  test('advises to adjust the terms when nothing is found', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Nora Near' }]), 1)
    await search(page).fill('nothing like it')
    await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
    await expect(page.getByText('Try adjusting your search terms.', { exact: true })).toBeVisible()
  })

  test('ends with what was typed last, whatever answers last', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Early Bird' }, { name: 'Late Owl' }]), 2)
    const slow = await gate(page, /\/rest\/v1\/clients.*early/i)
    await search(page).fill('early')
    await expect.poll(slow.held).toBeGreaterThan(0)
    await search(page).fill('late')
    await expect(row(page, 'Late Owl')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    slow.open()
    await expect(row(page, 'Late Owl')).toBeVisible()
    await expect(row(page, 'Early Bird')).toHaveCount(0)
  })
})

test.describe('[2§2 2§5 2§8] adding a client', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /add (new )?client/i })
  const field = (page: Page, label: RegExp) => dialog(page).getByLabel(label)
  const submit = (page: Page) => dialog(page).locator('button[type=submit]')

  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add Client' }).click()
    await expect(dialog(page)).toBeVisible()
  }

  async function fill(
    page: Page,
    client: { name: string; company?: string; email: string; phone?: string; url?: string },
  ) {
    await field(page, /client name/i).fill(client.name)
    await field(page, /company name/i).fill(client.company ?? '')
    await field(page, /email/i).fill(client.email)
    await field(page, /phone/i).fill(client.phone ?? '')
    await field(page, /website url/i).fill(client.url ?? '')
  }

  test('sends it trimmed, says so, and shows it first', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Otto Old' }]), 1)
    await openDialog(page)
    await fill(page, {
      name: '  Nell New ',
      company: 'Newness',
      email: ' nell@new.test ',
      phone: '555 0199',
      url: 'https://new.test',
    })
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/clients'))
    await submit(page).click()
    await expectToast(page, 'Client created')
    await expect(dialog(page)).toBeHidden()
    await expect(title(page, 2)).toBeVisible()
    await expect(rows(page).first()).toContainText('Nell New')
    expect((await call).postDataJSON()).toEqual({
      name: 'Nell New',
      company_name: 'Newness',
      email: 'nell@new.test',
      phone: '555 0199',
      website_url: 'https://new.test',
      agency_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('sends what was left empty as null', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Mo Minimal', email: 'mo@minimal.test' })
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/clients'))
    await submit(page).click()
    await expectToast(page, 'Client created')
    expect((await call).postDataJSON()).toMatchObject({ company_name: null, phone: null, website_url: null })
    await expect(title(page, 1)).toBeVisible()
  })

  for (const [what, name, email] of [
    ['a name', '   ', 'somebody@shop.test'],
    ['an email', 'Somebody', '  '],
    ['both', '', ''],
  ] as const) {
    test(`asks for ${what}`, async ({ signedIn, backstage }) => {
      const page = await open(signedIn, await staffWith(backstage, []), 0)
      const slow = await gate(page, /\/rest\/v1\/clients\b(?!.*select)/)
      await openDialog(page)
      await fill(page, { name, email })
      await submit(page).click()
      await expectDestructiveToast(page, 'Missing required fields', 'Name and Email are required to create a client.')
      await expect(dialog(page)).toBeVisible()
      expect(slow.held()).toBe(0)
    })
  }

  test('fails with the server’s message and keeps what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('500 POST /rest/v1/clients')
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 500,
            json: { code: 'XX000', message: 'The shelf is full', details: null, hint: null },
          })
        : route.continue(),
    )
    await openDialog(page)
    await fill(page, { name: 'Kim Kept', email: 'kim@kept.test', company: 'Keepers' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'The shelf is full')
    await expect(field(page, /client name/i)).toHaveValue('Kim Kept')
    await expect(field(page, /company name/i)).toHaveValue('Keepers')
    await expect(submit(page)).toBeEnabled()
  })

  test('fails with the default message where the network is gone', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed POST /rest/v1/clients')
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await openDialog(page)
    await fill(page, { name: 'Kim Kept', email: 'kim@kept.test' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'Unable to create client.')
  })

  test('adds advice when permission is missing', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('403 POST /rest/v1/clients')
    // Their agency went inactive: they read, and the database refuses what they write.
    const agency = await backstage.newAgency({ is_active: false })
    const page = await open(signedIn, await backstage.newPerson('agency_staff', agency), 0)
    await openDialog(page)
    await fill(page, { name: 'Ned Never', email: 'ned@never.test' })
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Creation failed',
      'new row violates row-level security policy for table "clients" You do not have permission to create clients. Please ask an admin to grant you staff/admin access.',
    )
  })

  test('needs an agency', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await backstage.newPerson('agency_staff', null), 0)
    await openDialog(page)
    await fill(page, { name: 'Ida Idle', email: 'ida@idle.test' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'User not assigned to an agency')
  })

  test('makes one client of a double click', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Dee Double', email: 'dee@double.test' })
    await submit(page).dblclick()
    await expectToast(page, 'Client created')
    await expect(title(page, 1)).toBeVisible()
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
  })

  test('needs somebody who is still signed in, and keeps what was typed', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Otto Out', email: 'otto@out.test' })
    await page.evaluate(() => localStorage.clear())
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'Not authenticated')
    await expect(field(page, /client name/i)).toHaveValue('Otto Out')
  })

  test('keeps what was typed through Escape and a reload, until Cancel', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await field(page, /client name/i).fill('Half Done')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Client' })).toBeFocused()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('Half Done')

    await page.reload()
    await expect(title(page, 0)).toBeVisible()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('Half Done')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('')
    await page.reload()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('')
  })
})

test.describe('[2§2 2§8] deleting a client', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, name: string) {
    await row(page, name)
      .getByRole('button', { name: /delete/i })
      .click()
    await expect(question(page)).toContainText(/all associated projects and data/i)
  }

  test('asks first, and Cancel changes nothing', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Carl Cancel' }]), 1)
    await ask(page, 'Carl Cancel')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(row(page, 'Carl Cancel').getByRole('button', { name: /delete/i })).toBeFocused()
    await page.reload()
    await expect(row(page, 'Carl Cancel')).toBeVisible()
  })

  test('removes it for good', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Gus Gone' }, { name: 'Stan Stays' }]), 2)
    const calls = callsTo(page, '/rest/v1/clients')
    await ask(page, 'Gus Gone')
    await question(page)
      .getByRole('button', { name: /delete/i })
      .dblclick()
    await expectToast(page, 'Client deleted')
    const deletions = calls.filter((call) => call.method() === 'DELETE')
    expect(deletions.map((call) => new URL(call.url()).search)).toEqual([
      expect.stringMatching(/^\?id=eq\.[0-9a-f-]{36}$/),
    ])
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Gus Gone')).toHaveCount(0)
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Stan Stays')).toBeVisible()
  })

  test('says why it failed, and the client stays', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(500|failed) DELETE \/rest\/v1\/clients/)
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Fred Firm' }]), 1)
    const refuse = async (answer: 'message' | 'none') => {
      await page.unroute('**/rest/v1/clients*')
      await page.route('**/rest/v1/clients*', (route) => {
        if (route.request().method() !== 'DELETE') return route.continue()
        return answer === 'none'
          ? route.abort('internetdisconnected')
          : route.fulfill({
              status: 500,
              json: { code: 'XX000', message: 'It is nailed down', details: null, hint: null },
            })
      })
      await ask(page, 'Fred Firm')
      await question(page)
        .getByRole('button', { name: /delete/i })
        .click()
    }
    await refuse('message')
    await expectDestructiveToast(page, 'Delete failed', 'It is nailed down')
    const cancel = question(page).getByRole('button', { name: 'Cancel' })
    if (await cancel.isVisible()) await cancel.click()
    await refuse('none')
    await expectDestructiveToast(page, 'Delete failed', 'Failed to delete client. Please try again.')
    await page.unroute('**/rest/v1/clients*')
    await page.reload()
    await expect(row(page, 'Fred Firm')).toBeVisible()
  })
})

test('DESIGN: staff see the clients of their own agency only', async ({ signedIn, backstage }) => {
  const name = unique('Elsewhere')
  await staffWith(backstage, [{ name }])
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await search(page).fill(name)
  await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
})
