import type { Page, Request } from '@playwright/test'

/** Collects the requests of the page to a path from now on. */
export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** Waits for the next request of a method to a path. */
export const nextCall = (page: Page, method: string, path: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === path)
