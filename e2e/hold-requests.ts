import type { Page, Route } from '@playwright/test'

/** Holds back every request to `url` until it is opened, to simulate a slow network without waiting. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const opened = Promise.withResolvers<void>()
  let held = 0
  await page.route(url, async (route: Route) => {
    held += 1
    await opened.promise
    await route.fallback()
  })
  return { open: opened.resolve, held: () => held }
}
