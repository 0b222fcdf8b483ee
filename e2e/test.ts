import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { Outbox } from './outbox.ts'
import { PageErrors } from './page-errors.ts'
import type { Person } from './people.ts'
import { TestData } from './test-data.ts'

export { expect }

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The phone size; below 768 px the layout is for touch. */
export const phone = { width: 390, height: 844 }

type WindowOptions = BrowserContextOptions & {
  /**
   * True if the window connects to Realtime. Other windows do not, so that a screen fetches only what the test causes.
   */
  connectsToRealtime?: true
}

interface TestFixtures {
  /** Fails the test at its end for errors of its pages; `PageErrors` explains how to announce them. */
  pageErrors: PageErrors
  /** A separate browser window, signed in as this person. */
  signedIn(person: Person, options?: WindowOptions): Promise<Page>
  /** A separate browser window without a session. */
  anotherWindow(options?: WindowOptions): Promise<Page>
}

interface WorkerFixtures {
  url: string
  testData: TestData
  outbox: Outbox
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const url = process.env.E2E_URL
      if (url === undefined) throw new Error('No engine: the global set-up did not run.')
      await use(url)
    },
    { scope: 'worker' },
  ],

  outbox: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const dataDir = process.env.E2E_DATA_DIR
      if (dataDir === undefined)
        throw new Error('With E2E_URL name its DATA_DIR in E2E_DATA_DIR: the tests read mails there.')
      await use(new Outbox(dataDir))
    },
    { scope: 'worker' },
  ],

  testData: [async ({ url, outbox }, use) => use(await TestData.open(url, outbox)), { scope: 'worker' }],

  baseURL: ({ url }, use) => use(url),

  pageErrors: async ({ url }, use) => {
    const pageErrors = new PageErrors(url)
    await use(pageErrors)
    expect(pageErrors.unexpected(), 'what the pages did wrong').toEqual([])
  },

  context: async ({ context, pageErrors }, use) => {
    pageErrors.watch(context)
    await silenceRealtime(context)
    await use(context)
  },

  anotherWindow: async ({ browser, pageErrors }, use) => {
    const windows: BrowserContext[] = []
    await use(async ({ connectsToRealtime, ...options } = {}) => {
      const context = await browser.newContext(options)
      if (!connectsToRealtime) await silenceRealtime(context)
      windows.push(context)
      pageErrors.watch(context)
      return context.newPage()
    })
    await Promise.all(windows.map((window) => window.close()))
  },

  signedIn: async ({ anotherWindow, testData }, use) => {
    await use(async (person, options) => anotherWindow({ ...options, storageState: await testData.storage(person) }))
  },
})

/**
 * Runs all rules of axe on the page after all animations have ended.
 * @param part a selector for the part that has changed since the whole page was checked: much quicker
 */
export const expectAccessible = (page: Page, part?: string) => expectNoViolations(page, { part })

/** Runs the rules of axe about colors, on a page that all rules were run on in other colors. */
export const expectContrast = (page: Page) =>
  expectNoViolations(page, { rules: ['color-contrast', 'link-in-text-block'] })

async function expectNoViolations(page: Page, { part, rules }: { part?: string | undefined; rules?: string[] }) {
  await waitForAnimations(page)
  // Each document gets the source of axe once: it is large, and the usual wrapper sends it twice at each call.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ([context, runOnly]) => {
      const { violations } = await window.axe.run(context ?? document, {
        // Only violations are reported in detail, which is quicker.
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      })
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
    },
    [part, rules] as const,
  )
  expect(found).toEqual([])
}

/** Waits until all finite animations have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
}

/** A Realtime server that accepts the socket and sends nothing. */
const silenceRealtime = (context: BrowserContext) => context.routeWebSocket(/\/realtime\/v1\//, () => {})
