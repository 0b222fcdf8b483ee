import type { Page } from '@playwright/test'

/** Opens a screen and waits until it receives live changes; the loaded list has earlier ones. */
export async function openAndListen(page: Page, path: string) {
  const joined = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/realtime/v1/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL')),
    )
  await page.goto(path)
  await joined
}
