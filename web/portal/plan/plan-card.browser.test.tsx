import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectTexts } from '../../testing/expect.ts'
import { sayDaysLeft, utcToday } from './month.ts'

const MONTHS = '/rest/v1/rpc/plan_months'

const card = () => page.getByRole('region', { name: 'This Month' })
const left = sayDaysLeft(utcToday())

function open(plan: string | null, [counted, ...earlier]: number[], plans = plan === null ? [] : [plan]) {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), { plan, plan_since: null })
  const months = [
    { month: `${utcToday().slice(0, 7)}-01`, plans, counted },
    ...earlier.map((counted, index) => ({ month: `2025-0${9 - index}-01`, plans, counted })),
  ]
  backend.answer('GET', MONTHS, () => Response.json(months))
  const update = {
    project_id: WEBSITE,
    projects: { client_id: CLARA },
    title: 'New menu',
    content: 'Done.',
    counts_as_content_update: true,
  }
  if (counted) backend.table('project_updates').insert(update)
  return openClient(backend)
}

it('[clients.md#plan] says how many content updates there were, what counted, and how it was before', async () => {
  open('Growth AI', [2, 4, 5])
  await expect.element(card()).toMatchTextContent(`2 of 4 content updates, ${left}`)
  await expect
    .element(card().getByRole('link', { name: 'New menu' }))
    .toHaveAttribute('href', `/dashboard/projects/${WEBSITE}`)
  await card().getByText('Earlier Months').click()
  await expectTexts(card().getByRole('definition'), ['4 of 4 content updates', '5 of 4 content updates'])
  await expectAccessible()
})

it('[clients.md#plan] is amber beyond the number of the plan', async () => {
  open('Growth AI', [5])
  await expect.element(card().getByText('5 of 4 content updates')).toHaveClass('text-warning')
})

it.each(['Elite AI', 'Bronze AI'])('[clients.md#plan] says of %s no number to keep to', async (plan) => {
  open(plan, [7])
  await expect.element(card().getByText('7 content updates', { exact: true })).toBeVisible()
  await expect.element(card()).toMatchTextContent(plan)
  await expect.element(card()).not.toMatchTextContent(left)
})

it('[clients.md#plan] takes the larger number in the month of a change, and names the earlier plan', async () => {
  open('Starter AI', [3], ['Starter AI', 'Growth AI'])
  await expect.element(card()).toMatchTextContent('3 of 4 content updates')
  await expect.element(card()).toMatchTextContent('Starter AI, Growth AI before')
})

it('[clients.md#plan] is not there for a client without a plan', async () => {
  open(null, [0])
  await expect.element(page.getByRole('heading', { name: 'Clara Client' })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
})
