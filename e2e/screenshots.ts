import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { startDemo } from '../scripts/testing/throwaway-demo.ts'
import { Outbox } from './outbox.ts'
import type { Person } from './people.ts'
import { authScenes } from './screenshots/auth.ts'
import { frameScenes } from './screenshots/frame.ts'
import { messagesScenes } from './screenshots/messages.ts'
import { peopleScenes } from './screenshots/people.ts'
import { loaded, openFirst, type Scene, settled } from './screenshots/scene.ts'
import { siteScenes } from './screenshots/site.ts'
import { vaultScenes } from './screenshots/vault.ts'
import { workScenes } from './screenshots/work.ts'
import { TestData } from './test-data.ts'

/** Widths of screenshots in pixels; a dialog looks the same in wider windows. */
const widths = [390, 768, 1280]
const allWidths = [...widths, 1920]
const HEIGHT = 800

const scenes: Scene[] = [
  ...siteScenes,
  ...authScenes,
  ...frameScenes,
  ...workScenes,
  ...peopleScenes,
  ...['', '/clients', '/projects', '/users', '/profile'].map((screen) => ({
    name: `few${screen.replace('/', '-')}`,
    path: `/dashboard${screen}`,
    person: 'beginner' as const,
  })),
  { name: 'few-client', path: '/dashboard/clients', person: 'beginner', prepare: openFirst },
  ...messagesScenes,
  ...vaultScenes,
]

/** Screenshots that the README shows and git therefore keeps, by scene; the others stay in build/. */
const kept = {
  'home-1280': 'home-top-1280',
  'home-390': 'home-top-390',
  'clients-1280': 'clients-top-1280',
  'projects-1280': 'projects-top-1280',
  'client-updates-1280': 'client-updates-1280',
  'for-client-1280': 'for-client-top-1280',
  'for-client-390': 'for-client-top-390',
  'messages-1280': 'messages-1280',
  'vault-1280': 'vault-open-top-1280',
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'build/screenshots')

/**
 * The names given on the command line: `npm run screenshots clients few` takes only scenes whose names begin so, and
 * leaves the README's pictures alone.
 */
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))

const demo = await startDemo()
const testData = await TestData.open(demo.url, new Outbox(demo.temporaryFolder))
const browser = await chromium.launch(await chromiumExecutable())
try {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  let beginner: Person | undefined
  for (const scene of chosen) {
    // The beginner is created last, so that the lists of other scenes do not show the new person.
    if (scene.person === 'beginner') beginner ??= await makeBeginner(testData)
    const person = scene.person === 'beginner' ? beginner : scene.person
    const session = person && (await testData.storage(person))
    for (const width of scene.widths ?? (person && scene.isWindowOnly ? widths : allWidths))
      await take(browser, session, scene, width).catch((error) => {
        console.error(`${scene.name} at ${width}:`, error)
        process.exitCode = 1
      })
    console.log(scene.name)
  }
  if (wanted.length === 0 && !process.exitCode) await keep()
} finally {
  await browser.close()
  await demo.stop()
}

async function keep() {
  await mkdir(join(root, 'docs/screenshots'), { recursive: true })
  for (const [name, scene] of Object.entries(kept)) {
    await copyFile(join(folder, `${scene}.png`), join(root, 'docs/screenshots', `${name}.png`))
  }
}

/** A person of a new agency with one client and one empty project. */
async function makeBeginner(testData: TestData): Promise<Person> {
  const agency = await testData.newAgency()
  const person = await testData.newPerson('agency_admin', agency)
  const client = await (await testData.as(person))
    .from('clients')
    .insert({ name: 'First Street Florist', email: 'hello@firststreet.test' })
    .select('id')
    .single()
    .throwOnError()
  await (await testData.as(person))
    .from('projects')
    .insert({ name: 'First talk', project_type: 'consultation', client_id: client.data.id })
    .throwOnError()
  return person
}

type Session = Awaited<ReturnType<TestData['storage']>> | undefined

async function take(browser: Browser, session: Session, scene: Scene, width: number) {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  })
  const page = await context.newPage()
  const others = await Promise.all((scene.alongside ?? []).map((person) => visit(browser, person, scene.path)))
  await scene.before?.(page)
  await page.goto(scene.path)
  const settle = scene.isWaiting ? loaded : settled
  await settle(page)
  await scene.prepare?.(page, width)
  await settle(page)
  // A screenshot of the full page starts at its top, without the skip link.
  if (scene.isWindowOnly !== true) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.screenshot({
    path: join(folder, `${scene.name}-${width}.png`),
    fullPage: scene.isWindowOnly !== true,
    animations: 'disabled',
  })
  for (const open of [context, ...others]) await open.close()
}

async function visit(browser: Browser, person: Person, path: string) {
  const context = await browser.newContext({ baseURL: demo.url, storageState: await testData.storage(person) })
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  return context
}
