import type { Page } from '@playwright/test'
import { cleo } from '../people.ts'
import { expect, test } from '../test.ts'

const numbers = (page: Page) => page.getByRole('region', { name: 'Numbers' })

/** The numbers of the four cards on the dashboard, in order. */
const figures = (page: Page) => numbers(page).getByText(/^\d+%?$/)

test.describe('[dashboard.md#cards] the four cards', () => {
  test('agree with what the database counts for Cleo', async ({ signedIn, testData }) => {
    const client = await testData.as(cleo)
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
})
