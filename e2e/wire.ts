import type { Page, Request } from '@playwright/test'

/** The calls a page makes from now on to this path. */
export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** The next call of this method to this path. */
export const nextCall = (page: Page, method: string, path: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === path)
