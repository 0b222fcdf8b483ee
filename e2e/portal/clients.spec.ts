import { gate } from '../gate.ts'
import { ana, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { nextCall } from '../wire.ts'
import { type Client, open, search, staffWith, title } from './clients-scene.ts'

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

test('DESIGN: staff see the clients of their own agency only', async ({ signedIn, backstage }) => {
  const name = unique('Elsewhere')
  await staffWith(backstage, [{ name }])
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await search(page).fill(name)
  await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
})
