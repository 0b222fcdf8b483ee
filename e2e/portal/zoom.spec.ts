import type { Page } from '@playwright/test'
import { hiddenContentOf } from '../hidden-content.ts'
import { expectTabToReachAll } from '../keyboard.ts'
import { sol } from '../people.ts'
import { expect, expectAccessible, test } from '../test.ts'
import type { TestData } from '../test-data.ts'

const screens = [
  '',
  '/clients',
  '/projects',
  '/users',
  '/messages',
  '/vault',
  '/reports',
  '/profile',
  '/settings',
  '/audit',
  '/deleted',
]
/** Screens that only a super admin has. */
const more = ['/agencies', '/roles', '/mail', '/enquiries']

for (const { name, zoomed, ...window } of [
  // A width of 1280 px at 200 % and at 400 % zoom, as a browser reports it.
  { name: '[keyboard] at 200 % zoom', zoomed: true, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: 'at 400 % zoom', zoomed: false, viewport: { width: 320, height: 640 } },
]) {
  test(`${name} nothing of the portal is lost`, async ({ signedIn, testData }) => {
    const { person, ids } = await newOffice(testData)
    const page = await signedIn(person, window)
    const paths = [...screens, `/clients/${ids.client}`, `/projects/${ids.project}`]
    for (const path of paths) {
      await visit(page, path)
      if (zoomed) await expectTabToReachAll(page, path)
    }
    const owner = await signedIn(sol, window)
    for (const path of more) await visit(owner, path)
  })

  async function visit(page: Page, path: string) {
    // Cards and dialogs bring code of their own, so their controls appear one after another.
    await page.goto(`/dashboard${path}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(await hiddenContentOf(page), path).toEqual([])
    if (zoomed) await expectAccessible(page)
  }
}

/** An agency with a client and a project, all with long names. */
async function newOffice(testData: TestData) {
  const person = await testData.newPerson('agency_admin', await testData.newAgency())
  const db = await testData.as(person)
  const client = await db
    .from('clients')
    .insert({
      name: 'Bartholomew Featherstonehaugh-Cholmondeley',
      email: 'bartholomew@featherstonehaugh-cholmondeley.test',
    })
    .select('id')
    .single()
    .throwOnError()
  const project = await db
    .from('projects')
    .insert({
      name: 'A new website for the bakery and its four shops',
      project_type: 'web_development',
      client_id: client.data.id,
    })
    .select('id')
    .single()
    .throwOnError()
  return { person, ids: { client: client.data.id, project: project.data.id } }
}
