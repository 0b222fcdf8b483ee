import type { Locator, Page } from '@playwright/test'
import { expect } from '../test.ts'
import { ScriptedChat } from './scripted-chat.ts'

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const status = (page: Page) => page.getByRole('main').getByRole('status')
export const reconnect = (page: Page) => page.getByRole('button', { name: 'Reconnect' })
export const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
export const bubbles = (page: Page) => conversation(page).getByRole('listitem')
export const online = (page: Page) => page.getByRole('region', { name: /^Online Users/ }).getByRole('listitem')

export async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** The screen, connected to the chat of the engine. */
export async function enter(page: Page): Promise<Page> {
  await page.goto('/dashboard/messages')
  await expect(status(page)).toHaveText('Connected')
  return page
}

/** The screen, connected to a chat that does what the test says. */
export async function enterScripted(page: Page): Promise<ScriptedChat> {
  const chat = await ScriptedChat.on(page)
  await enter(page)
  return chat
}

/** Cuts the connection and waits for the next one: by the button, unless the three seconds were quicker. */
export async function cutAndReturn(page: Page, chat: ScriptedChat) {
  const before = chat.connections
  await chat.cut()
  await reconnect(page)
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  await expect.poll(() => chat.connections).toBeGreaterThan(before)
  await expect(status(page)).toHaveText('Connected')
}

/** Types until somebody sees it: what is told of it may come so late that it is over by then. */
export async function typeUntilSeen(page: Page, seen: Locator) {
  await expect(async () => {
    await field(page).pressSequentially('m')
    await expect(seen).toBeVisible({ timeout: 1_500 })
  }).toPass()
}

export interface Row {
  id: string
  content: string
  created_at: string
  metadata?: Record<string, unknown>
  sender_id?: string
}

/** What the table holds, as the test wants it: times of other days, or hundreds of messages. */
export async function withHistory(page: Page, rows: () => Row[]) {
  await page.route('**/rest/v1/chat_messages*', (route) => {
    const before = new URL(route.request().url()).searchParams.get('created_at')?.replace(/^lt\./, '')
    const latestFirst = rows()
      .filter(({ created_at }) => before === undefined || created_at < before)
      .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
    return route.fulfill({ json: latestFirst.slice(0, 100).map(filledIn) })
  })
}

export const filledIn = (row: Row) => ({
  sender_id: 'b0000000-0000-4000-8000-000000000000',
  metadata: {},
  sender: { display_name: 'Ben Carter', avatar_url: null },
  ...row,
})

/** The same as the socket brings it, said now. */
export const said = (id: string, content: string) => ({
  type: 'new_message',
  message: filledIn({ id, content, created_at: new Date().toISOString() }),
})

/** Who is online, as the test wants it; the first of them are typing. */
export async function withOnline(page: Page, names: readonly string[], typing = 0) {
  const present = names.map((display_name, index) => ({
    user_id: `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    is_typing: index < typing,
    user_profiles: { display_name, avatar_url: null },
  }))
  await page.route('**/rest/v1/user_presence*', (route) => route.fulfill({ json: present }))
}
