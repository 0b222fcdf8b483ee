import { gate } from '../gate.ts'
import { cleo, sol } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { agencyWith, call, openList, refuse, search, title } from './projects-scene.ts'

const LONG = 'Fifty characters are shown of this, and not a single one of these.'

test.describe('[projects.md#table] the project table', () => {
  test('shows each project with its columns, newest first', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [
      { name: 'Plain Plan' },
      {
        ...{ name: 'Full Folder', description: LONG, project_type: 'ai_automation', status: 'in_progress' },
        ...{ priority: 'urgent', budget: 12600.5, target_completion_date: '2026-03-01' },
      },
    ])
    const page = await openList(signedIn, person, 2)
    await expect(page).toHaveTitle('Project Management | Dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Project', 'Client', 'Type', 'Status', 'Priority', 'Budget', 'Target Date', 'Actions'],
    ])

    await expect(rows(page).nth(0)).toContainText('Full Folder')
    const full = row(page, 'Full Folder')
    for (const words of ['Clara Client', 'AI Automation', 'In Progress', 'Urgent', '$12,600.50', 'Mar 1, 2026']) {
      await expect(full.getByText(words, { exact: true })).toBeVisible()
    }
    const plain = row(page, 'Plain Plan')
    for (const words of ['Web Development', 'Planning', 'Medium']) {
      await expect(plain.getByText(words, { exact: true })).toBeVisible()
    }
    await expect(plain.getByText('Not set', { exact: true })).toHaveCount(2)
  })

  test('truncates a description to 50 characters', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [
      { name: 'Long', description: LONG },
      { name: 'Short', description: LONG.slice(0, 50) },
    ])
    const page = await openList(signedIn, person, 2)
    await expect(row(page, 'Long').getByText(`${LONG.slice(0, 50)}…`, { exact: true })).toBeVisible()
    await expect(row(page, 'Short').getByText(LONG.slice(0, 50), { exact: true })).toBeVisible()
    await expect(page.getByText(LONG)).toHaveCount(0)
  })

  test('[projects.md#types-statuses-priorities] names every type, status and priority in words', async ({
    signedIn,
    backstage,
  }) => {
    const types = {
      ...{
        web_development: 'Web Development',
        graphic_design: 'Graphic Design',
        digital_marketing: 'Digital Marketing',
      },
      ...{ ai_automation: 'AI Automation', consultation: 'Consultation', maintenance: 'Maintenance' },
    }
    const statuses = {
      ...{ planning: 'Planning', in_progress: 'In Progress', review: 'Review' },
      ...{ completed: 'Completed', on_hold: 'On Hold', cancelled: 'Cancelled' },
    }
    const priorities = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' }
    const expected = Object.keys(types).map((type, index) => ({
      name: `Project ${index}`,
      type: Object.entries(types)[index],
      status: Object.entries(statuses)[index],
      priority: Object.entries(priorities)[index % 4],
      project_type: type,
    }))
    const { person } = await agencyWith(
      backstage,
      expected.map(({ name, project_type, status, priority }) => ({
        ...{ name, project_type, status: status?.[0], priority: priority?.[0] },
      })),
    )
    const page = await openList(signedIn, person, 6)
    for (const { name, type, status, priority } of expected) {
      for (const pair of [type, status, priority]) {
        await expect(row(page, name).getByText(pair?.[1] ?? '', { exact: true })).toBeVisible()
      }
    }
  })

  for (const timezoneId of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    test(`shows the same day in ${timezoneId}, in the list and on the page`, async ({ signedIn, backstage }) => {
      const { person } = await agencyWith(backstage, [
        { name: 'Dated', start_date: '2026-02-28', target_completion_date: '2026-03-01' },
      ])
      const page = await openList((who) => signedIn(who, { timezoneId }), person, 1)
      await expect(row(page, 'Dated')).toContainText('Mar 1, 2026')
      await row(page, 'Dated').getByRole('link', { name: 'View Details' }).click()
      await expect(page.getByRole('main')).toContainText('Feb 28, 2026')
      await expect(page.getByRole('main')).toContainText('Mar 1, 2026')
      await page.getByRole('button', { name: 'Edit Project' }).click()
      await expect(page.getByLabel('Start Date')).toHaveValue('2026-02-28')
      const update = call(page, 'PATCH', 'projects')
      await page.getByLabel('Target Completion Date').fill('2026-12-31')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      expect((await update).body).toMatchObject({ start_date: '2026-02-28', target_completion_date: '2026-12-31' })
      await expect(page.getByRole('main')).toContainText('Dec 31, 2026')
    })
  }

  test('is cards on a phone, accessible and without scrolling sideways', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [
      { name: 'Pocket', budget: 10 },
      { name: 'x'.repeat(200), description: 'y'.repeat(300) },
    ])
    const page = await openList((who) => signedIn(who, { viewport: phone }), person, 2)
    await expect(row(page, 'Pocket').getByText('Target Date')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await expectAccessible(page)
  })

  test('keeps every column in sight, however long the words and however large the budget', async ({
    signedIn,
    backstage,
  }) => {
    const { person } = await agencyWith(backstage, [
      { name: 'x'.repeat(200), description: 'y'.repeat(300), budget: 9_999_999_999.99 },
    ])
    const page = await openList(signedIn, person, 1)
    await expect(page.getByRole('button', { name: /^Delete/ })).toBeInViewport({ ratio: 1 })
  })

  test('says that there is none yet', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    await expect(
      page.getByText('No projects found. Create your first project to get started.', { exact: true }),
    ).toBeVisible()
  })

  test('shows that it is loading while the network is slow', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [{ name: 'Sam Slow' }])
    const page = await signedIn(person)
    const slow = await gate(page, '**/rest/v1/projects*')
    await page.goto('/dashboard/projects')
    await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
    await expect(page.getByText('No projects found.')).toHaveCount(0)
    slow.open()
    await expect(row(page, 'Sam Slow')).toBeVisible()
  })

  test('says so when it cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/projects/)
    const { person } = await agencyWith(backstage, [{ name: 'Rita Retry' }])
    const page = await signedIn(person)
    await refuse(page, 'GET', 'projects')
    await page.goto('/dashboard/projects')
    const again = page.getByRole('button', { name: 'Try Again' })
    await expect(again).toBeVisible()
    await expect(page.getByText('No projects found.')).toHaveCount(0)
    await page.unroute('**/rest/v1/projects*')
    await again.click()
    await expect(row(page, 'Rita Retry')).toBeVisible()
  })

  test('reaches every project of a long list, page by page', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage)
    const many = Array.from({ length: 120 }, (_, number) => ({
      name: `Number ${String(number).padStart(3, '0')}`,
      project_type: 'maintenance',
      client_id: client.id,
    }))
    await (await backstage.as(person)).from('projects').insert(many).throwOnError()
    const page = await openList(signedIn, person, 120)
    const seen = new Set<string>()
    for (const range of ['1–50 of 120', '51–100 of 120', '101–120 of 120']) {
      await expect(page.getByText(range, { exact: true })).toBeVisible()
      const names = rows(page).getByText(/^Number \d{3}$/)
      await expect(names.first()).toBeVisible()
      for (const name of await names.allTextContents()) seen.add(name)
      if (seen.size < 120) await page.getByRole('link', { name: 'Next', exact: true }).click()
    }
    expect([...seen].toSorted()).toEqual(many.map(({ name }) => name))
    await expect(page).toHaveURL('/dashboard/projects?page=3')
  })
})

test.describe('[projects.md#search-and-filters] search and filters', () => {
  const projects = [
    { name: 'Percy 100% Fresh', description: 'Greens and A_B' },
    { name: 'Zoë Ärger', description: 'Smith, Sons (Old) "Crew"', status: 'on_hold', project_type: 'graphic_design' },
    { name: 'Back\\slash', status: 'on_hold', project_type: 'maintenance' },
  ]

  test('finds by name, description or client, in any case, and nothing else', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, projects)
    const page = await openList(signedIn, person, 3)
    for (const [typed, found] of [
      ['percy', ['Percy 100% Fresh']],
      ['GREENS', ['Percy 100% Fresh']],
      ['%', ['Percy 100% Fresh']],
      ['_', ['Percy 100% Fresh']],
      ['  zoë ä  ', ['Zoë Ärger']],
      ['smith, sons (old) "c', ['Zoë Ärger']],
      ['\\', ['Back\\slash']],
      ['clara cl', ['Percy 100% Fresh', 'Zoë Ärger', 'Back\\slash']],
    ] as const) {
      await search(page).fill(typed)
      await expect(title(page, found.length), typed).toBeVisible()
      for (const name of found) await expect(row(page, name), typed).toBeVisible()
    }
    await search(page).fill('nothing like it')
    await expect(page.getByText('No projects match your search criteria.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /clear/i }).click()
    await expect(title(page, 3)).toBeVisible()
    await expect(search(page)).toHaveValue('')
  })

  test('ends with what was typed last, whatever answers last', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [{ name: 'Early Bird' }, { name: 'Late Owl' }])
    const page = await openList(signedIn, person, 2)
    const slow = await gate(page, /\/rest\/v1\/projects.*early/i)
    await search(page).fill('early')
    await expect.poll(slow.held).toBeGreaterThan(0)
    await search(page).fill('late')
    await expect(rows(page)).toHaveCount(1)
    slow.open()
    await expect(row(page, 'Late Owl')).toBeVisible()
    await expect(row(page, 'Early Bird')).toHaveCount(0)
  })

  test('narrows by status and type, in SQL and in the address, and keeps both on reloading', async ({
    signedIn,
    backstage,
  }) => {
    const { person } = await agencyWith(backstage, projects)
    const page = await openList(signedIn, person, 3)
    const asked = call(page, 'GET', 'projects')
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('On Hold')
    expect((await asked).query).toMatchObject({ status: 'eq.on_hold', order: 'created_at.desc,id.asc' })
    await expect(title(page, 2)).toBeVisible()
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Graphic Design')
    await expect(title(page, 1)).toBeVisible()
    await expect(page).toHaveURL('/dashboard/projects?status=on_hold&type=graphic_design')
    await page.reload()
    await expect(row(page, 'Zoë Ärger')).toBeVisible()
    await expect(title(page, 1)).toBeVisible()
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Completed')
    await expect(page.getByText('No projects match your search criteria.', { exact: true })).toBeVisible()
  })

  test('are kept on the way to a project and back', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, projects)
    const address = '?status=on_hold&search=back'
    const page = await openList(signedIn, person, 1, address)
    await row(page, 'Back\\slash').getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL(/\/dashboard\/projects\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page).toHaveURL(`/dashboard/projects${address}`)
    await expect(search(page)).toHaveValue('back')
    await expect(title(page, 1)).toBeVisible()
  })

  test('finds a project by the new name of its client', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage, [{ name: 'Only One' }])
    const page = await openList(signedIn, person, 1)
    await page.goto(`/dashboard/clients/${client.id}`)
    await page.getByRole('button', { name: 'Edit Client' }).click()
    await page.getByLabel('Client Name').fill('Renata Renamed')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Client updated')
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await expect(row(page, 'Only One')).toContainText('Renata Renamed')
    await search(page).fill('renata')
    await expect(title(page, 1)).toBeVisible()
  })
})

test.describe('[projects.md#deleting] deleting a project', () => {
  test('asks first, and Cancel changes nothing', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [{ name: 'Carl Cancel' }])
    const page = await openList(signedIn, person, 1)
    const remove = row(page, 'Carl Cancel').getByRole('button', { name: 'Delete Carl Cancel' })
    await remove.click()
    await expect(page.getByRole('alertdialog')).toContainText('Carl Cancel')
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(remove).toBeFocused()
    await page.reload()
    await expect(row(page, 'Carl Cancel')).toBeVisible()
  })

  test('removes it for good, once, however often it is clicked', async ({ signedIn, backstage }) => {
    const { person, projects } = await agencyWith(backstage, [{ name: 'Gus Gone' }, { name: 'Stan Stays' }])
    const page = await openList(signedIn, person, 2)
    await row(page, 'Gus Gone')
      .getByRole('button', { name: /delete/i })
      .click()
    const deletions: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(new URL(request.url()).search)
    })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Project deleted')
    await expect(title(page, 1)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(deletions).toEqual([`?id=eq.${projects.get('Gus Gone')}`])
    await page.reload()
    await expect(row(page, 'Stan Stays')).toBeVisible()
    await expect(row(page, 'Gus Gone')).toHaveCount(0)
  })

  for (const answer of ['message', 'none'] as const) {
    test(`says that it failed, and the project stays (${answer})`, async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble(/^(500|failed) DELETE \/rest\/v1\/projects/)
      const { person } = await agencyWith(backstage, [{ name: 'Fred Firm' }])
      const page = await openList(signedIn, person, 1)
      await refuse(page, 'DELETE', 'projects', answer)
      await row(page, 'Fred Firm')
        .getByRole('button', { name: /delete/i })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expectDestructiveToast(page, 'Error', 'Failed to delete project. Please try again.')
      await expect(row(page, 'Fred Firm')).toBeVisible()
    })
  }

  test('fails the same way where the agency went inactive', async ({ signedIn, backstage }) => {
    const { person, agency } = await agencyWith(backstage, [{ name: 'Ned Never' }])
    await (await backstage.as(sol)).from('agencies').update({ is_active: false }).eq('id', agency.id).throwOnError()
    const page = await openList(signedIn, person, 1)
    await row(page, 'Ned Never')
      .getByRole('button', { name: /delete/i })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to delete project. Please try again.')
  })
})

test('[who-may-do-what.md#rows] staff see the projects of their own agency only, and no agencies', async ({
  signedIn,
  backstage,
}) => {
  const { agency } = await agencyWith(backstage, [{ name: 'Secret Shop' }])
  const page = await signedIn(cleo)
  await page.goto(`/dashboard/projects?agencyId=${agency.id}`)
  await expect(page.getByText('No projects match your search criteria.', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Agency', exact: true })).toHaveCount(0)
})
