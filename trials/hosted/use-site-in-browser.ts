import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, type Response } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { chromiumExecutable } from '../../scripts/testing/chromium.ts'

/** The addresses of the pages and of the project, which are on different hosts. */
export type HostedSite = {
  browser: Browser
  siteUrl: string
  /** The folder of the built pages. */
  pages: string
  project: { url: string; anonKey: string; dataDir: string }
  admin: { email: string; password: string }
  /** Returns the subjects of mails that the functions have sent. */
  mailed: () => string[]
  /** Ends the worker of the functions, as the platform does. */
  recycle: () => Promise<void>
}

/** Expected errors: an invalid client link, and Deno's second Close frame when a worker ends. */
const expected = [/^404 POST .*\/for-client$/, /\/chat' failed: Close received after close$/]
const expectTimeout = { timeout: 30_000 }

/** Uses everything that differs if pages and project are on two hosts; each step yields its observation. */
export async function* useSite(stage: HostedSite): AsyncGenerator<string> {
  const troubles: string[] = []
  const page = await openPage(stage, troubles)
  try {
    yield await writeToTheAgency(page, stage)
    yield await signIn(page, stage.admin)
    yield await lookAtEveryScreen(page, stage)
    yield await showAClient(page, stage)
    yield await eraseTheClient(page)
    yield await chat(page, stage)
    // The context is closed, since a new password ends the earlier sessions.
    await page.context().close()
    yield await comeBackByMail(await openPage(stage, troubles), stage)
  } finally {
    // Unexpected errors of the pages are reported even after a failed step, since they explain the failure.
    expect(troubles.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
  }
  yield 'no request failed, and nothing was refused by a policy of a page'
}

async function openPage({ browser, siteUrl }: HostedSite, troubles: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: siteUrl, serviceWorkers: 'block' })
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('response', (response) => response.status() >= 400 && refuse(response, troubles))
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !/^Failed to load resource/.test(message.text()) &&
      troubles.push(`${page.url()}: ${message.text()}`),
  )
  return page
}

/** A missing page is no error here. */
function refuse(response: Response, troubles: string[]) {
  if (response.request().isNavigationRequest()) return
  troubles.push(`${response.status()} ${response.request().method()} ${response.url()}`)
}

async function writeToTheAgency(page: Page, { mailed }: HostedSite): Promise<string> {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await main.getByLabel(/full name/i).fill('Vera Flores')
  await main.getByLabel(/business name/i).fill('Vera’s Flowers')
  await main.getByLabel(/email/i).fill('vera@flowers.test')
  await main.getByLabel(/phone/i).fill('+1 (555) 010-2030')
  await main.getByLabel(/service/i).selectOption('marketing')
  await main.getByLabel(/message/i).fill('More people at the counter, please.')
  await main.getByRole('button').click()
  await expect(page.getByText("Your message has been sent. We'll get back to you soon!")).toBeVisible(expectTimeout)
  await expect.poll(mailed, expectTimeout).toContainEqual(expect.stringContaining('Vera'))
  return 'the contact form stores a message and has it mailed'
}

async function signIn(page: Page, { email, password }: HostedSite['admin']): Promise<string> {
  await page.goto('/auth')
  const enter = page.getByRole('button', { name: 'Sign In to Dashboard' })
  await expect(enter).toBeEnabled(expectTimeout)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await enter.click()
  await expect(page).toHaveURL('/dashboard', expectTimeout)
  return 'sign-in'
}

async function lookAtEveryScreen(page: Page, { pages }: HostedSite): Promise<string> {
  const { app }: { app: Record<string, string> } = JSON.parse(readFileSync(join(pages, 'site.json'), 'utf8'))
  const screens = Object.keys(app).filter((path) => !path.includes(':'))
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible(expectTimeout)
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0, expectTimeout)
    await expect(page.getByText(/could not be loaded|is not answering/), `${path} shows all`).toHaveCount(0)
  }
  expect(screens.length).toBeGreaterThanOrEqual(14)
  return `${screens.length} screens`
}

async function showAClient(page: Page, { project, admin }: HostedSite): Promise<string> {
  const db = createClient(project.url, project.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const signedIn = await db.auth.signInWithPassword(admin)
  if (signedIn.error) throw signedIn.error
  const client = await db
    .from('clients')
    .insert({ name: 'Harbor Bakery', email: 'hello@bakery.test' })
    .select('id')
    .single()
    .throwOnError()
  const work = { name: 'New website', project_type: 'web_development', client_id: client.data.id }
  const made = await db.from('projects').insert(work).select('id').single().throwOnError()
  const words = { title: 'Two boxes', content: 'Which one?', update_type: 'progress', visibility: 'client' }
  await db
    .from('project_updates')
    .insert({ ...words, project_id: made.data.id })
    .throwOnError()
  const link = await db
    .rpc('make_client_link', { client: client.data.id, name: 'Maria', days: 30 })
    .single<{ token: string }>()
    .throwOnError()
  const answer = await page.goto(`/for/${link.data.token}`)
  await expect(page.getByText('Two boxes')).toBeVisible(expectTimeout)
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await page.goto('/for/unknown-token')
  await expect(page.getByRole('heading', { name: /page not found/i })).toBeVisible(expectTimeout)
  return 'a client reads what is shown by a link, and nobody by another one'
}

/** Checks that the functions stream an archive and erase, with the platform's keys. */
async function eraseTheClient(page: Page): Promise<string> {
  await page.goto('/dashboard/clients')
  await page.getByRole('link', { name: 'View Details' }).click(expectTimeout)
  const download = page.waitForEvent('download', expectTimeout)
  await page.getByRole('button', { name: 'Export everything' }).click(expectTimeout)
  expect((await download).suggestedFilename()).toMatch(/^client-[-0-9a-f]+\.tar\.gz$/)
  await page.getByRole('button', { name: 'Erase for good' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Harbor Bakery')
  await dialog.getByRole('button', { name: 'Erase for Good' }).click()
  await expect(page.getByText('Client erased for good')).toBeVisible(expectTimeout)
  await expect(page.getByText('No clients found.')).toBeVisible(expectTimeout)
  return 'a client is exported as a whole, and erased for good'
}

/** A script in the page that records every connection status of the chat. */
const noteStatus = `{
  const status = document.querySelector('main [role=status]')
  globalThis.shown = []
  new MutationObserver(() => globalThis.shown.push(status.textContent))
    .observe(status, { subtree: true, characterData: true, childList: true })
}`

/** Checks that people stay connected to the chat when the worker of their sockets ends. */
async function chat(page: Page, { recycle }: HostedSite): Promise<string> {
  await page.goto('/dashboard/messages')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText('Connected', expectTimeout)
  await page.evaluate(noteStatus)
  const shown = () => page.evaluate<string[]>('globalThis.shown')
  // The pause lets the connection grow older: the chat does not send back one that has just arrived.
  await page.waitForTimeout(3_500)
  await recycle()
  await expect.poll(async () => (await shown()).at(-1), expectTimeout).toBe('Connected')
  expect(await shown()).not.toContain('Not connected')
  await page.getByRole('textbox', { name: 'Message' }).fill('Still here')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText('Still here')).toBeVisible(expectTimeout)
  return `the chat, over the end of a worker: ${(await shown()).join(', ')}`
}

async function comeBackByMail(page: Page, { admin, project }: HostedSite): Promise<string> {
  await page.goto('/auth')
  await page.getByRole('button', { name: /forgot/i }).click(expectTimeout)
  await page.getByLabel(/email/i).fill(admin.email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect(page.getByRole('main').getByText(/check your email|if .* account/i)).toBeVisible(expectTimeout)
  await page.goto(await mailedLink(project.dataDir))
  // Opening the mail link alone does not use it up, so the button is clicked.
  await page.getByRole('main').getByRole('button').click()
  await page.getByLabel(/^new password/i).fill('another password of hers')
  await page.getByLabel(/confirm/i).fill('another password of hers')
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .click()
  await expect(page).toHaveURL('/dashboard', expectTimeout)
  return 'a forgotten password is replaced by way of a mail'
}

/** Reads the link in the only mail that the auth service has sent. */
async function mailedLink(dataDir: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  let link: string | undefined
  await expect
    .poll(() => {
      const [name] = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
      const mail = name === undefined ? '' : readFileSync(join(outbox, name), 'utf8')
      const words = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
      link = /https?:\/\/[^\s"'<>)]+/.exec(words)?.[0].replaceAll('&amp;', '&')
      return link
    }, expectTimeout)
    .toBeDefined()
  return link ?? ''
}

/** Launches the Chromium of the tests; disposing closes it. */
export async function launchBrowser() {
  const browser = await chromium.launch(await chromiumExecutable())
  return { chromium: browser, [Symbol.asyncDispose]: () => browser.close() }
}
