import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { Outbox } from './outbox.ts'
import { PageErrors } from './page-errors.ts'
import type { Person } from './people.ts'
import { TestData } from './test-data.ts'

export { expect }

/** The phone size; below 768 px the layout is for touch. */
export const phone = { width: 390, height: 844 }

type WindowOptions = BrowserContextOptions & {
  /**
   * True if the window connects to Realtime. Other windows do not, so that a screen fetches only what the test causes.
   */
  hearsColleagues?: true
}

interface Scene {
  /** Fails the test at its end for errors of its pages; `PageErrors` explains how to announce them. */
  pageErrors: PageErrors
  /** A separate browser window, signed in as this person. */
  signedIn(person: Person, options?: WindowOptions): Promise<Page>
  /** A separate browser window without a session. */
  anotherWindow(options?: WindowOptions): Promise<Page>
}

interface House {
  url: string
  testData: TestData
  outbox: Outbox
}

export const test = base.extend<Scene, House>({
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
    await keepSilent(context)
    await use(context)
  },

  anotherWindow: async ({ browser, pageErrors }, use) => {
    const windows: BrowserContext[] = []
    await use(async ({ hearsColleagues, ...options } = {}) => {
      const context = await browser.newContext(options)
      if (!hearsColleagues) await keepSilent(context)
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
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await atRest(page)
  // Only violations are reported in detail, which is quicker. The "legacy" mode analyzes the page itself without
  // frames, of which there are none; the other mode opens a tab at each call.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  expect(found).toEqual([])
}

/** Waits until all finite animations have ended. */
export async function atRest(page: Page): Promise<void> {
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
const keepSilent = (context: BrowserContext) => context.routeWebSocket(/\/realtime\/v1\//, () => {})
