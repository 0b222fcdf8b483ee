import type { Locator, Page } from '@playwright/test'
import { tabTo } from '../keyboard.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createAgencyWithProjects, openList, search, title } from './projects-scene.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const look = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Look' }).getByRole('link', { name, exact: true })

/** Drags with the mouse as a hand does: in several movements, and lets go once the place shows that it would take it. */
async function drag(page: Page, thing: Locator, place: Locator) {
  const [from, to] = [await thing.boundingBox(), await place.boundingBox()]
  if (!from || !to) throw new Error('The thing and the place must be in sight.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await expectOver(page, place)
  await page.mouse.up()
}

/** Waits until what is carried would come to this place. */
const expectOver = (page: Page, place: Locator) => expect(place.and(page.locator('[data-over]'))).toBeVisible()

/** Counts how often a button of the mouse is pressed from now on. */
async function countPresses(page: Page) {
  let presses = 0
  await page.exposeFunction('countPress', () => {
    presses += 1
  })
  await page.evaluate(() => document.addEventListener('pointerdown', () => Reflect.get(window, 'countPress')(), true))
  return () => presses
}

test.describe('[projects.md#board] the board', () => {
  test('moves a project with one click and one drag, and a colleague sees it', async ({ signedIn, testData }) => {
    const { agency, person } = await createAgencyWithProjects(testData, [{ name: 'Logo' }, { name: 'Website' }])
    const colleague = await testData.newPerson('agency_staff', agency)
    const theirs = await openList((who) => signedIn(who, { connectsToRealtime: true }), colleague, 2, '?look=board')
    const page = await openList(signedIn, person, 2)
    const presses = await countPresses(page)
    await look(page, 'Board').click()
    const website = column(page, 'Planning').getByRole('link', { name: 'Website' })
    await drag(page, website, column(page, 'In Progress'))
    await expectToast(page, 'Project updated', 'Website: In Progress')
    await expect(column(page, 'In Progress').getByRole('link', { name: 'Website' })).toBeVisible()
    expect(presses()).toBe(2)
    await expect(column(theirs, 'In Progress').getByRole('link', { name: 'Website' })).toBeVisible()
    await page.reload()
    await expect(column(page, 'In Progress').getByRole('link', { name: 'Website' })).toBeVisible()
    await expect(column(page, 'Planning').getByRole('link', { name: 'Logo' })).toBeVisible()
  })

  test('moves a project with four keys, and opens it with Enter and comes back', async ({ signedIn, testData }) => {
    const { person } = await createAgencyWithProjects(testData, [{ name: 'Website' }])
    const page = await openList(signedIn, person, 1, '?look=board')
    const website = page.getByRole('link', { name: 'Website', exact: true })
    await tabTo(page, website)
    await page.keyboard.press('Space')
    await expect(page.locator('[data-carried]')).toBeVisible()
    // The library listens to arrow keys from a timer on, and a browser in a hurry serves keys before timers.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    for (const over of ['In Progress', 'Review']) {
      await page.keyboard.press('ArrowRight')
      await expectOver(page, column(page, over))
    }
    await page.keyboard.press('Space')
    await expectToast(page, 'Project updated', 'Website: Review')
    await expect(column(page, 'Review').getByRole('link', { name: 'Website' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Website', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(column(page, 'Review').getByRole('link', { name: 'Website' })).toBeVisible()
  })
})

test.describe('[projects.md#calendar] the calendar', () => {
  for (const timezoneId of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    test(`moves a project and a step to the day on which they are put, in ${timezoneId}`, async ({
      signedIn,
      testData,
    }) => {
      const { person, projects } = await createAgencyWithProjects(testData, [
        { name: 'Website', target_completion_date: '2030-03-06' },
        { name: 'Logo' },
      ])
      const db = await testData.as(person)
      const project_id = projects.get('Website')
      if (project_id === undefined) throw new Error('The project is missing.')
      await db.from('project_steps').insert({ project_id, title: 'First draft', due_on: '2030-03-12' }).throwOnError()

      const at = '?look=calendar&day=2030-03-15'
      const page = await openList((who) => signedIn(who, { timezoneId }), person, 2, at)
      const day = (name: string) => page.getByRole('group', { name, exact: true })
      await drag(page, day('Wednesday, March 6').getByRole('link'), day('Friday, March 8'))
      await expectToast(page, 'Project updated', 'Website: Mar 8, 2030')
      await drag(page, day('Tuesday, March 12').getByRole('link'), day('Monday, March 11'))
      await expectToast(page, 'Step moved', 'First draft: Mar 11, 2030')
      const { data: project } = await db.from('projects').select('target_completion_date').eq('id', project_id).single()
      expect(project).toEqual({ target_completion_date: '2030-03-08' })
      const { data: steps } = await db.from('project_steps').select('due_on').eq('project_id', project_id)
      expect(steps).toEqual([{ due_on: '2030-03-11' }])

      // The steps follow the search of the projects.
      await search(page).fill('websi')
      await expect(title(page, 1)).toBeVisible()
      await expect(day('Monday, March 11').getByRole('link')).toContainText('First draft')
      await search(page).fill('logo')
      await expect(page.getByText('1 project has no target date.')).toBeVisible()
      await expect(day('Monday, March 11').getByRole('link')).toHaveCount(0)
    })
  }
})
