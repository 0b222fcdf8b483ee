import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { abe, ana, ben, cleo, type Person, sol, uma, unique } from '../people.ts'
import { expect, test } from '../test.ts'

const numbers = (page: Page) => page.getByRole('region', { name: 'Numbers' })

/** The figures of the four cards, in their order. */
const figures = (page: Page) => numbers(page).getByText(/^\d+%?$/)

const descriptions = {
  'Total Clients': 'Active client accounts',
  'Active Projects': 'Projects in progress',
  'Total Users': 'Registered users',
  'Completion Rate': 'Projects completed on time',
}

test.describe('[dashboard.md#cards] the four cards', () => {
  test('count what the agency has', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const admin = await backstage.newPerson('agency_admin', agency)
    await backstage.newPerson('agency_staff', agency)
    const client = await backstage.as(admin)
    const { data } = await client
      .from('clients')
      .insert(['Bakery', 'Barber', 'Florist'].map((name) => ({ name, email: 'owner@shop.test', agency_id: agency.id })))
      .select('id')
      .throwOnError()
    const statuses = ['planning', 'in_progress', 'in_progress', 'completed', 'completed', 'cancelled', 'review']
    await client
      .from('projects')
      .insert(
        statuses.map((status) => ({
          name: unique('Project'),
          client_id: data[0]?.id,
          agency_id: agency.id,
          project_type: 'web_development',
          status,
        })),
      )
      .throwOnError()

    const page = await signedIn(admin)
    await page.goto('/dashboard')
    // Completed are two of seven, rounded.
    await expect(figures(page)).toHaveText(['3', '3', '2', '29%'])
    await expect(numbers(page).getByRole('heading')).toHaveText(Object.keys(descriptions))
    for (const description of Object.values(descriptions)) {
      await expect(numbers(page).getByText(description, { exact: true })).toBeVisible()
    }
  })

  test('a rate without any project is 100 %', async ({ signedIn, backstage }) => {
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard')
    await expect(figures(page)).toHaveText(['0', '0', '1', '100%'])
  })

  test('agree with what the database counts for Cleo', async ({ signedIn, backstage }) => {
    const client = await backstage.as(cleo)
    const count = async (table: string, statuses?: string[]) => {
      const all = client.from(table).select('*', { count: 'exact', head: true })
      return (await (statuses ? all.in('status', statuses) : all)).count ?? 0
    }
    const [clients, projects, active, completed, users] = [
      await count('clients'),
      await count('projects'),
      await count('projects', ['planning', 'in_progress']),
      await count('projects', ['completed']),
      await count('user_profiles'),
    ]
    expect(clients).toBeGreaterThan(0)
    const page = await signedIn(cleo)
    await page.goto('/dashboard')
    const rate = projects === 0 ? 100 : Math.round((completed / projects) * 100)
    await expect(figures(page)).toHaveText([`${clients}`, `${active}`, `${users}`, `${rate}%`])
  })

  test('ask for five counts and for no rows', async ({ signedIn }) => {
    const page = await signedIn(ana)
    const counts: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'HEAD') return
      const { pathname, searchParams } = new URL(request.url())
      counts.push(`${pathname} ${searchParams.get('status') ?? 'all'} ${request.headers().prefer}`)
    })
    await page.goto('/dashboard')
    await expect(figures(page)).toHaveCount(4)
    expect(counts.toSorted()).toEqual([
      '/rest/v1/clients all count=exact',
      '/rest/v1/projects all count=exact',
      '/rest/v1/projects eq.completed count=exact',
      '/rest/v1/projects in.(planning,in_progress) count=exact',
      '/rest/v1/user_profiles all count=exact',
    ])
  })

  test('are skeletons while loading', async ({ signedIn }) => {
    const page = await signedIn(ana)
    const slow = await gate(page, /\/rest\/v1\/(clients|projects)/)
    await page.goto('/dashboard')
    await expect(page.getByText('Total Clients', { exact: true })).toBeVisible()
    await expect(numbers(page)).toHaveAttribute('aria-busy', 'true')
    await expect(figures(page)).toHaveCount(0)
    const quick = page.getByRole('heading', { name: 'Quick Actions' })
    const before = await quick.boundingBox()
    slow.open()
    await expect(figures(page)).toHaveCount(4)
    expect(await quick.boundingBox()).toEqual(before)
    await expect(numbers(page)).not.toHaveAttribute('aria-busy', 'true')
  })
})

test.describe('[dashboard.md#quick-actions] quick actions', () => {
  const everyone = [['View Reports', '/dashboard/reports']] as const
  const adminType = [
    ['Add New Client', '/dashboard/clients'],
    ['Create Project', '/dashboard/projects'],
    ['Manage Users', '/dashboard/users'],
    ...everyone,
  ] as const
  const offered: [Person, string, readonly (readonly [string, string])[]][] = [
    [uma, 'user', everyone],
    [ben, 'agency_staff', everyone],
    [ana, 'agency_admin', adminType],
    [abe, 'admin', adminType],
    [sol, 'super_admin', adminType],
  ]

  for (const [person, role, actions] of offered) {
    test(`of ${role}`, async ({ signedIn }) => {
      const page = await signedIn(person)
      await page.goto('/dashboard')
      const quick = page.getByRole('main')
      await expect(quick.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
      await expect(quick.getByRole('link')).toHaveText(actions.map(([name]) => name))
      for (const [name, to] of actions) await expect(quick.getByRole('link', { name })).toHaveAttribute('href', to)
    })
  }
})

test('[dashboard.md#recent-activity] recent activity has nothing to display', async ({ signedIn }) => {
  const page = await signedIn(ana)
  await page.goto('/dashboard')
  await expect(page.getByText('Recent Activity', { exact: true })).toBeVisible()
  await expect(page.getByText('No recent activity to display.', { exact: true })).toBeVisible()
})
