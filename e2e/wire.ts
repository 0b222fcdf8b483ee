import type { Page, Request } from '@playwright/test'

/** The calls a page makes from now on to this path, also those that are answered by `force`. */
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

/** Answers every call of this method in place of the server, or leaves it without an answer. */
export async function force(
  page: Page,
  path: string,
  method: string,
  answer: { status: number; json: unknown } | 'none',
) {
  await page.route(`**${path}*`, (route) => {
    if (route.request().method() !== method) return route.fallback()
    return answer === 'none' ? route.abort('internetdisconnected') : route.fulfill(answer)
  })
}
