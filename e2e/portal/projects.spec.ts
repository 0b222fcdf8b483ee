import { row } from '../list-rows.ts'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { call, createAgencyWithProjects, openList, search, title } from './projects-scene.ts'

test.describe('[projects.md#table] the project table', () => {
  for (const timezoneId of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    test(`shows the same day in ${timezoneId}, in the list and on the page`, async ({ signedIn, testData }) => {
      const { person } = await createAgencyWithProjects(testData, [
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
})

test.describe('[projects.md#search-and-filters] search and filters', () => {
  const projects = [
    { name: 'Percy 100% Fresh', description: 'Greens and A_B' },
    { name: 'Zoë Ärger', description: 'Smith, Sons (Old) "Crew"', status: 'on_hold', project_type: 'graphic_design' },
    { name: 'Back\\slash', status: 'on_hold', project_type: 'maintenance' },
  ]

  test('finds by name, description or client, also by its new name, in any case, and nothing else', async ({
    signedIn,
    testData,
  }) => {
    const { person, client } = await createAgencyWithProjects(testData, projects)
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

    // The search finds the client's new name too.
    await page.goto(`/dashboard/clients/${client.id}`)
    await page.getByRole('button', { name: 'Edit Client' }).click()
    await page.getByLabel('Client Name').fill('Renata Renamed')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Client updated')
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await expect(row(page, 'Zoë Ärger')).toContainText('Renata Renamed')
    await search(page).fill('renata')
    await expect(title(page, 3)).toBeVisible()
  })
})

test.describe('[projects.md#deleting] deleting a project', () => {
  test('removes it for good, once, however often it is clicked; fails where the agency went inactive', async ({
    signedIn,
    testData,
  }) => {
    const { person, projects, agency } = await createAgencyWithProjects(testData, [
      { name: 'Gus Gone' },
      { name: 'Stan Stays' },
    ])
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
    expect(deletions).toEqual([`?id=eq.${projects.get('Gus Gone')}&select=id`])
    await page.reload()
    await expect(row(page, 'Stan Stays')).toBeVisible()
    await expect(row(page, 'Gus Gone')).toHaveCount(0)

    // An inactive agency causes the same failure.
    await (await testData.as(sol)).from('agencies').update({ is_active: false }).eq('id', agency.id).throwOnError()
    await row(page, 'Stan Stays')
      .getByRole('button', { name: /delete/i })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to delete project. Please try again.')
  })
})
