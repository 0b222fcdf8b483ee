import { expect, it } from 'vitest'
import type { ChatMessage } from './chat-protocol.ts'
import { groupsOf } from './message-groups.ts'

const message = (number: number, content = `${number}`): ChatMessage => ({
  id: `m${number}`,
  number,
  content,
  created_at: '2026-03-04T10:00:00+00:00',
  sender_id: 'ana',
  edited_at: null,
  deleted_at: null,
  metadata: {},
  sender: null,
})
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const sizes = (groups: readonly (readonly unknown[])[]) => groups.map(({ length }) => length)

it('keeps the messages in their order, fifty numbers in a group', () => {
  const all = messages(170, 320)
  const groups = groupsOf(all)
  expect(sizes(groups)).toEqual([30, 50, 50, 21])
  expect(groups.flat()).toEqual(all)
  expect(groupsOf([])).toEqual([])
})

it('changes only the group to which something comes, whether below, above or in place of another', () => {
  const all = messages(170, 320)
  const before = groupsOf(all)
  const changed = (now: readonly ChatMessage[]) => groupsOf(now, before).map((group) => !before.includes(group))
  expect(changed([...all])).toEqual([false, false, false, false])
  expect(changed([...all, message(321)])).toEqual([false, false, false, true])
  expect(changed([...messages(120, 169), ...all])).toEqual([true, true, false, false, false])
  expect(changed(all.with(40, message(210, 'better')))).toEqual([false, true, false, false])
})
