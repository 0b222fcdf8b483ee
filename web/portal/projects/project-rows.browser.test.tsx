import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { expectAccessible, expectTexts, horizontalOverflow, row, rows } from '../../testing/expect.ts'
import { sol } from '../../testing/people.ts'
import { openProjects, title, withProjects } from '../../testing/project-scene.ts'

const AGENCY = 'The North Street Agency for Neighborhood Marketing and Design'
const long = {
  clients: { name: 'Nguyen, Lindqvist & Okafor Tax Advisors and Bookkeepers' },
  agencies: { name: AGENCY },
  status: 'in_progress',
  priority: 'medium',
  budget: 12600.5,
}
/** The window of a laptop with 1366 px, of which the open sidebar takes a part. */
const laptop = [1366, 900] as const

function openLong() {
  return openProjects(
    withProjects([
      { ...long, name: 'Short', project_type: 'web_development', target_completion_date: today() },
      {
        ...long,
        name: 'Overdue',
        project_type: 'digital_marketing',
        target_completion_date: '2021-09-30',
        description: 'Ask office@nguyen-lindqvist-okafor-accountants.example.',
      },
      {
        ...long,
        name: 'A second website for the summer festival of the whole neighborhood',
        project_type: 'graphic_design',
        target_completion_date: addDays(today(), 900),
        description: 'Three products compared, with recommendations......',
      },
    ]),
    { as: sol },
  )
}

describe('[lists.md#rows] at 1366 px beside the sidebar', () => {
  beforeEach(() => page.viewport(...laptop))

  it('each cell is one line or two, and no badge and no date breaks', async () => {
    openLong()
    await expect.element(title(3)).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'Assigned To' })).toBeVisible()
    await document.fonts.ready
    const heights = rows()
      .elements()
      .map((one) => Math.round(one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(46)
    for (const one of document.querySelectorAll('tbody time, tbody [class*=ring-inset]')) {
      expect(one.getBoundingClientRect().height, one.textContent).toBeLessThan(26)
    }
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
  })

  it('a description is one line, whatever it ends with', async () => {
    openLong()
    await expect.element(title(3)).toBeVisible()
    const descriptions = page.getByText(/Ask office|Three products/).elements()
    expect(descriptions.map((one) => one.closest('p')?.clientHeight)).toEqual([16, 16])
  })

  it('a type is plain text, and a date of this year has its year for screen readers alone', async () => {
    openLong()
    await expect.element(row('Short').getByText('Web Development')).toBeVisible()
    expect(row('Short').getByText('Web Development').element().tagName).toBe('P')
    const seen = (name: string) => row(name).getByRole('time').element()
    expect(seen('Short').textContent).toMatch(/^\w{3} \d+, \d{4}$/)
    expect(seen('Short').querySelector('span')?.getBoundingClientRect().width).toBe(1)
    expect(seen('Overdue').querySelector('span')?.getBoundingClientRect().width).toBeGreaterThan(20)
  })
})

describe('[lists.md#rows] an agency whose name is cut', () => {
  beforeEach(() => page.viewport(...laptop))
  const tooltip = () => page.getByRole('tooltip')
  const name = () => row('Short').getByRole('button', { name: AGENCY })

  it('shows all of it to the keyboard, until Escape', async () => {
    openLong()
    await expect.element(name()).toBeVisible()
    name().element().focus()
    await expectTexts(tooltip(), [AGENCY])
    await userEvent.keyboard('{Escape}')
    await expect.element(tooltip()).not.toBeInTheDocument()
  })

  it('shows all of it to a press', async () => {
    openLong()
    await name().click()
    await expectTexts(tooltip(), [AGENCY])
  })
})

it('[lists.md#rows] an agency that fits is no button', async () => {
  await page.viewport(...laptop)
  openProjects(withProjects([{ name: 'Short', agencies: { name: 'North' } }]), { as: sol })
  await expect.element(row('Short').getByText('North')).toBeVisible()
  expect(row('Short').getByRole('button', { name: 'North' }).length).toBe(0)
})
