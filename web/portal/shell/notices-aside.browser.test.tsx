import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openProjects, title, withProjects } from '../../testing/project-scene.ts'
import { toast } from '../../ui/toast.ts'

const sizes: [width: number, height: number][] = [
  [390, 844],
  [768, 1024],
  [1280, 800],
  // The last size is a window of 1280 x 800 px at 200 % zoom.
  [640, 400],
]
const menu = { id: 'd0000000-0000-4000-8000-000000000001', name: 'Menu' }
const LONG = 'This project no longer exists, or you may not change it. '

/** Shows three toasts at once, each with the longest possible text. */
function notify() {
  for (const number of [1, 2, 3]) {
    const description = `${number} of 5 projects. Not Menu: ${LONG.repeat(2)}`
    toast({ title: 'Project updated', description, action: { label: 'Undo', run: () => {} } })
  }
}

const shownToasts = () => [...document.querySelectorAll('.toast')].filter((item) => item.checkVisibility())

function expectAside(decided: Locator) {
  const shown = shownToasts()
  expect(shown.map((item) => item.textContent)).toEqual([expect.stringContaining('3 of 5')])
  const boxes = [shown[0], decided.element()].map((element) => element?.getBoundingClientRect())
  const [notice, below] = boxes
  if (!notice || !below) throw new Error('Nothing stands there.')
  expect(notice.top).toBeGreaterThanOrEqual(0)
  expect(notice.bottom).toBeLessThanOrEqual(below.top)
  expect(below.bottom).toBeLessThanOrEqual(innerHeight)
}

describe.each(sizes)('[lists.md#notices] at %d × %d px', (...size) => {
  it('no notice lies over a form', async () => {
    openProjects(withProjects([menu]))
    await page.viewport(...size)
    await page.getByRole('button', { name: 'Add Project' }).first().click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    notify()
    expectAside(page.getByRole('dialog'))
  })

  it('nor over a question', async () => {
    openProjects(withProjects([menu]))
    await page.viewport(...size)
    if (size[0] < 1280) await page.getByRole('button', { name: 'More about Menu' }).click()
    await page.getByRole('button', { name: 'Delete Menu' }).click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    notify()
    expectAside(page.getByRole('alertdialog'))
  })
})

it.each([800, 400])(
  '[lists.md#notices] nor over what is done to several rows, in a window %d px high',
  async (height) => {
    openProjects(withProjects([menu]))
    await page.viewport(1280, height)
    await page.getByRole('checkbox', { name: 'Choose Menu' }).click()
    notify()
    expectAside(page.getByRole('region', { name: 'Chosen projects' }))
  },
)

it('[lists.md#notices] what waits behind a dialog is shown when it is closed', async () => {
  openProjects(withProjects())
  await expect.element(title(0)).toBeVisible()
  notify()
  expect(shownToasts()).toHaveLength(3)
  await page.getByRole('button', { name: 'Add Project' }).first().click()
  await expect.poll(() => shownToasts().length).toBe(1)
  await page.getByRole('button', { name: 'Close notification' }).last().click()
  await expect
    .poll(() => shownToasts().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('2 of 5')])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => shownToasts().length).toBe(2)
})
