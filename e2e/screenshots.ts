import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { startEngine } from '../scripts/testing/throwaway-engine.ts'
import { Backstage } from './backstage.ts'
import { Outbox } from './outbox.ts'
import { ana, type Person, sol } from './people.ts'

/** One picture: where to go, as whom, and what to do there first. */
interface Scene {
  name: string
  path: string
  person?: Person
  prepare?: (page: Page, width: number) => Promise<void>
  /** The screen as it fits the window, for what lies on top of a page. */
  isWindowOnly?: boolean
  widths?: number[]
}

const widths = [390, 768, 1280]
const HEIGHT = 800

const openFirstClient = (page: Page) => openFirst(page, 'Edit Client')
const openFirstProject = (page: Page) => openFirst(page, 'Edit Project')

/** From a list to the page of the first that stands in it, which offers to be edited. */
async function openFirst(page: Page, edit: string) {
  await page
    .getByRole('link', { name: /view details/i })
    .first()
    .click()
  await page.getByRole('button', { name: edit }).waitFor()
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
  { name: 'sign-in', path: '/auth' },
  { name: 'sign-up', path: '/auth', prepare: (page) => page.getByRole('tab', { name: 'Sign Up' }).click() },
  { name: 'forgot-password', path: '/auth', prepare: (page) => page.getByRole('button', { name: /forgot/i }).click() },
  {
    name: 'sign-in-failed',
    path: '/auth',
    isWindowOnly: true,
    async prepare(page) {
      await page.getByLabel('Email', { exact: true }).fill('ana@north.test')
      await page.getByLabel('Password', { exact: true }).fill('not-mainstreet')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
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
  { name: 'client', path: '/dashboard/clients', person: ana, prepare: openFirstClient },
  {
    name: 'client-edited',
    path: '/dashboard/clients',
    person: ana,
    async prepare(page) {
      await openFirstClient(page)
      await page.getByRole('button', { name: 'Edit Client' }).click()
    },
  },
  { name: 'client-not-found', path: '/dashboard/clients/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
  { name: 'projects-of-one-agency', path: '/dashboard/projects', person: ana },
  {
    name: 'add-project',
    path: '/dashboard/projects',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await page.getByRole('button', { name: 'Add Project' }).click()
      await page.getByRole('combobox', { name: 'Client', exact: true }).fill('h')
      await page.getByRole('listbox', { name: 'Clients' }).getByRole('option').first().waitFor()
    },
  },
  { name: 'project', path: '/dashboard/projects', person: ana, prepare: openFirstProject },
  {
    name: 'project-edited',
    path: '/dashboard/projects',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await openFirstProject(page)
      await page.getByRole('button', { name: 'Edit Project' }).click()
    },
  },
  { name: 'project-not-found', path: '/dashboard/projects/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
  ...['users', 'projects', 'agencies', 'messages', 'vault', 'reports', 'profile', 'settings', 'roles'].map(
    (screen) => ({
      name: screen,
      path: `/dashboard/${screen}`,
      person: sol,
    }),
  ),
]

/** What the README shows, and git therefore keeps, each from the scene it is taken of; the others stay in build/. */
const kept = { 'home-1280': 'home-top-1280', 'home-390': 'home-top-390', 'clients-1280': 'clients-top-1280' }

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'build/screenshots')

const engine = await startEngine()
const browser = await chromium.launch(await chromiumExecutable())
try {
  await rm(folder, { recursive: true, force: true })
  const backstage = await Backstage.open(engine.url, new Outbox(engine.dataDir))
  for (const scene of scenes) {
    for (const width of scene.widths ?? widths) await take(browser, backstage, scene, width)
    console.log(scene.name)
  }
  await mkdir(join(root, 'docs/screenshots'), { recursive: true })
  for (const [name, scene] of Object.entries(kept)) {
    await copyFile(join(folder, `${scene}.png`), join(root, 'docs/screenshots', `${name}.png`))
  }
} finally {
  await browser.close()
  await engine.stop()
}

async function take(browser: Browser, backstage: Backstage, scene: Scene, width: number) {
  const context = await browser.newContext({
    baseURL: engine.url,
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
    ...(scene.person ? { storageState: await backstage.storage(scene.person) } : {}),
  })
  const page = await context.newPage()
  await page.goto(scene.path)
  await settled(page)
  await scene.prepare?.(page, width)
  await settled(page)
  // A picture of the whole page starts at its top, or it shows what is kept above the window for the keyboard.
  if (scene.isWindowOnly !== true) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.screenshot({
    path: join(folder, `${scene.name}-${width}.png`),
    fullPage: scene.isWindowOnly !== true,
    animations: 'disabled',
  })
  await context.close()
}

/** Everything asked for has come, and nothing is announced as loading any more. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}
