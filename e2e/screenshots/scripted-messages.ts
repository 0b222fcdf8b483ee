import type { Page } from '@playwright/test'

export interface Row {
  id: string
  content: string
  created_at: string
  metadata?: Record<string, unknown>
  sender_id?: string
}

/** Replaces the stored messages: other dates, or hundreds of them. */
export async function withHistory(page: Page, rows: () => Row[]) {
  await page.route('**/rest/v1/chat_messages*', (route) => {
    const upTo = Number(new URL(route.request().url()).searchParams.get('number')?.replace(/^lte\./, '') ?? Infinity)
    const inOrder = rows().toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    const numbered = inOrder.map((row, index) => ({ ...filledIn(row), number: index + 1 }))
    const latestFirst = numbered.filter(({ number }) => number <= upTo).toReversed()
    return route.fulfill({ json: latestFirst.slice(0, 100) })
  })
}

const filledIn = (row: Row) => ({
  sender_id: 'b0000000-0000-4000-8000-000000000000',
  edited_at: null,
  deleted_at: null,
  metadata: {},
  sender: { display_name: 'Ben Carter', avatar_url: null },
  ...row,
})

/** A new message with this number, as the socket sends it. */
export const said = (number: number, content: string) => ({
  type: 'new_message',
  message: { ...filledIn({ id: `said ${number}`, content, created_at: new Date().toISOString() }), number },
})

/** Replaces the list of people online; the first of them are typing. */
export async function withOnline(page: Page, names: readonly string[], typing = 0) {
  const present = names.map((display_name, index) => ({
    user_id: `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    is_typing: index < typing,
    user_profiles: { display_name, avatar_url: null },
  }))
  await page.route('**/rest/v1/user_presence*', (route) => route.fulfill({ json: present }))
}
