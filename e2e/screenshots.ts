import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { startDemo } from '../scripts/testing/throwaway-demo.ts'
import { Backstage } from './backstage.ts'
import { Outbox } from './outbox.ts'
import { ana, ben, type Person, sol } from './people.ts'
import { authScenes } from './screenshots/auth.ts'
import { messagesScenes } from './screenshots/messages.ts'
import { press, type Scene } from './screenshots/scene.ts'
import { vaultScenes } from './screenshots/vault.ts'

/** A window that lies on top of a page of the portal is the same on a wider one. */
const widths = [390, 768, 1280]
const allWidths = [...widths, 1920]
const HEIGHT = 800

async function openFirst(page: Page) {
  await page
    .getByRole('link', { name: /view details/i })
    .first()
    .click()
  await page.getByRole('button', { name: /^Edit (Client|Project)$/ }).waitFor()
}

async function openFirstAndPress(page: Page, name: string) {
  await openFirst(page)
  await settled(page)
  await press(name)(page)
}

const toggleSidebar = (page: Page) =>
  page
    .getByRole('button', { name: /toggle sidebar/i })
    .first()
    .click()

const scenes: Scene[] = [
  { name: 'home', path: '/' },
  { name: 'home-top', path: '/', isWindowOnly: true },
  { name: 'home-scrolled', path: '/', isWindowOnly: true, prepare: (page) => page.mouse.wheel(0, 700) },
  {
    name: 'home-menu',
    path: '/',
    isWindowOnly: true,
    widths: [390],
    prepare: (page) => page.getByRole('banner').getByRole('button', { name: /menu/i }).click(),
  },
  { name: 'services', path: '/services' },
  { name: 'service', path: '/services/web-development' },
  { name: 'pricing', path: '/pricing' },
  { name: 'contact', path: '/contact' },
  {
    name: 'contact-incomplete',
    path: '/contact',
    prepare: (page) => page.getByRole('main').getByRole('button').click(),
  },
  ...authScenes,
  { name: 'not-found', path: '/nowhere' },
  { name: 'dashboard', path: '/dashboard', person: ana },
  { name: 'dashboard-super-admin', path: '/dashboard', person: sol },
  { name: 'sidebar', path: '/dashboard', person: ana, isWindowOnly: true, prepare: toggleSidebar },
  { name: 'clients', path: '/dashboard/clients', person: ana },
  { name: 'clients-top', path: '/dashboard/clients', person: ana, isWindowOnly: true },
  {
    name: 'clients-nothing-found',
    path: '/dashboard/clients',
    person: ana,
    async prepare(page) {
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByText('No clients found.').waitFor()
    },
  },
  {
    name: 'add-client',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Add Client' }).click(),
  },
  {
    name: 'delete-client',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: (page) =>
      page
        .getByRole('button', { name: /^delete/i })
        .first()
        .click(),
  },
  { name: 'client', path: '/dashboard/clients?search=Bright+Smile', person: ben, prepare: openFirst },
  {
    name: 'client-top',
    path: '/dashboard/clients?search=Harbor+Bakery',
    person: ben,
    isWindowOnly: true,
    prepare: openFirst,
  },
  {
    name: 'client-updates',
    path: '/dashboard/clients?search=Harbor+Bakery',
    person: ben,
    isWindowOnly: true,
    async prepare(page) {
      await openFirst(page)
      await settled(page)
      await page.getByRole('button', { name: /Box with lighthouse/ }).scrollIntoViewIfNeeded()
      await page
        .getByText('Two box designs to choose from')
        .evaluate((title) => title.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'client-edited',
    path: '/dashboard/clients',
    person: ana,
    prepare: (page) => openFirstAndPress(page, 'Edit Client'),
  },
  {
    name: 'add-note',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => openFirstAndPress(page, 'Add Note'),
  },
  { name: 'client-not-found', path: '/dashboard/clients/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
  { name: 'projects', path: '/dashboard/projects', person: ana },
  { name: 'projects-top', path: '/dashboard/projects', person: ana, isWindowOnly: true },
  { name: 'projects-super-admin', path: '/dashboard/projects', person: sol },
  { name: 'projects-filtered', path: '/dashboard/projects?search=care&status=in_progress', person: ana },
  {
    name: 'projects-nothing-found',
    path: '/dashboard/projects?search=nothing+like+it',
    person: ana,
  },
  {
    name: 'add-project',
    path: '/dashboard/projects',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await press('Add Project')(page)
      await page.getByRole('combobox', { name: 'Client', exact: true }).fill('h')
      await page.getByRole('listbox', { name: 'Clients' }).getByRole('option').first().waitFor()
    },
  },
  { name: 'project', path: '/dashboard/projects?search=online+ordering', person: ana, prepare: openFirst },
  {
    name: 'edit-project',
    path: '/dashboard/projects?search=online+ordering',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => openFirstAndPress(page, 'Edit Project'),
  },
  {
    name: 'delete-project',
    path: '/dashboard/projects',
    person: ana,
    isWindowOnly: true,
    prepare: press(/^delete/i),
  },
  { name: 'project-not-found', path: '/dashboard/projects/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
  { name: 'users', path: '/dashboard/users', person: sol },
  { name: 'users-agency-admin', path: '/dashboard/users', person: ana },
  { name: 'users-denied', path: '/dashboard/users', person: ben },
  { name: 'add-user', path: '/dashboard/users', person: sol, isWindowOnly: true, prepare: press('Add User') },
  {
    name: 'make-super-admin',
    path: '/dashboard/users',
    person: sol,
    isWindowOnly: true,
    prepare: (page) =>
      page
        .getByRole('combobox', { name: /^Add role/ })
        .first()
        .selectOption('super_admin')
        .then(() => undefined),
  },
  {
    name: 'reset-password',
    path: '/dashboard/users',
    person: sol,
    isWindowOnly: true,
    prepare: press(/^Reset Password/),
  },
  { name: 'roles', path: '/dashboard/roles', person: sol },
  { name: 'people-and-agencies', path: '/dashboard/roles?view=people', person: sol },
  {
    name: 'change-agency',
    path: '/dashboard/roles?view=people',
    person: sol,
    isWindowOnly: true,
    prepare: press(/^Change Agency/),
  },
  { name: 'agencies', path: '/dashboard/agencies', person: sol },
  { name: 'add-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press('Add Agency') },
  { name: 'edit-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press(/^Edit/) },
  { name: 'delete-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press(/^Delete/) },
  { name: 'profile', path: '/dashboard/profile', person: ana },
  { name: 'profile-staff', path: '/dashboard/profile', person: ben },
  ...['reports', 'settings'].map((screen) => ({
    name: screen,
    path: `/dashboard/${screen}`,
    person: sol,
  })),
  ...['', '/clients', '/projects', '/users', '/profile'].map((screen) => ({
    name: `few${screen.replace('/', '-')}`,
    path: `/dashboard${screen}`,
    person: 'beginner' as const,
  })),
  { name: 'few-client', path: '/dashboard/clients', person: 'beginner', prepare: openFirst },
  ...messagesScenes,
  ...vaultScenes,
]

/** What the README shows, and git therefore keeps, each from the scene it is taken of; the others stay in build/. */
const kept = {
  'home-1280': 'home-top-1280',
  'home-390': 'home-top-390',
  'clients-1280': 'clients-top-1280',
  'projects-1280': 'projects-top-1280',
  'client-updates-1280': 'client-updates-1280',
  'messages-1280': 'messages-1280',
  'vault-1280': 'vault-open-top-1280',
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'build/screenshots')

/** `npm run screenshots clients few`: only the scenes that are called like one of these, and nothing for the README. */
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))

const demo = await startDemo()
const backstage = await Backstage.open(demo.url, new Outbox(demo.temporaryFolder))
const browser = await chromium.launch(await chromiumExecutable())
try {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  let beginner: Person | undefined
  for (const scene of chosen) {
    // Made when needed, which is last, so that the lists of the others don't show somebody called Newcomer.
    if (scene.person === 'beginner') beginner ??= await makeBeginner(backstage)
    const person = scene.person === 'beginner' ? beginner : scene.person
    const session = person && (await backstage.storage(person))
    for (const width of scene.widths ?? (person && scene.isWindowOnly ? widths : allWidths))
      await take(browser, session, scene, width)
    console.log(scene.name)
  }
  if (wanted.length === 0) await keep()
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

/** What the screens look like on the first day: one client, one project, nothing said about either. */
async function makeBeginner(backstage: Backstage): Promise<Person> {
  const agency = await backstage.newAgency()
  const person = await backstage.newPerson('agency_admin', agency)
  const client = await (await backstage.as(person))
    .from('clients')
    .insert({ name: 'First Street Florist', email: 'hello@firststreet.test' })
    .select('id')
    .single()
    .throwOnError()
  await (await backstage.as(person))
    .from('projects')
    .insert({ name: 'First talk', project_type: 'consultation', client_id: client.data.id })
    .throwOnError()
  return person
}

type Session = Awaited<ReturnType<Backstage['storage']>> | undefined

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
  // A picture of the whole page starts at its top, or it shows what is kept above the window for the keyboard.
  if (scene.isWindowOnly !== true) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.screenshot({
    path: join(folder, `${scene.name}-${width}.png`),
    fullPage: scene.isWindowOnly !== true,
    animations: 'disabled',
  })
  for (const open of [context, ...others]) await open.close()
}

async function visit(browser: Browser, person: Person, path: string) {
  const context = await browser.newContext({ baseURL: demo.url, storageState: await backstage.storage(person) })
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  return context
}

/** And nothing is announced as loading any more. */
async function settled(page: Page) {
  await idle(page)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

/** What makes the page has come. Whoever waits for more than that is shown in `prepare`. */
async function loaded(page: Page) {
  await page.waitForLoadState('load')
}

/** Everything asked for has come. */
async function idle(page: Page) {
  await page.waitForLoadState('networkidle')
}
