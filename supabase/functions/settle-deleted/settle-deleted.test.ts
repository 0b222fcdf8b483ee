import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { settleDeleted } from './settle-deleted.ts'

it('ends where storage removes nothing of a file that the database goes on listing', async () => {
  const misplaced = [{ bucket: 'chat-files', name: 'a/1_menu.csv', belongs_in: null }]
  let removals = 0
  const answerTo = (url: string) => {
    if (url.endsWith('/rpc/misplaced_files')) return misplaced
    if (url.includes('/storage/v1/object/')) removals += 1
    if (removals > 3) throw new Error('The same file is removed again and again.')
    return []
  }
  const fetch = async (url: RequestInfo | URL) => Response.json(answerTo(String(url)))
  await settleDeleted(createClient('http://project.test', 'key', { global: { fetch } }))
  expect(removals).toBe(1)
})
