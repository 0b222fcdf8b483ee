import { expect, it } from 'vitest'
import { isSidebarShortcut, readSidebarCookie, sidebarCookie } from './sidebar-state.ts'

it('is open until it was collapsed', () => {
  expect(readSidebarCookie('')).toBe(true)
  expect(readSidebarCookie('a=1; sidebar_state=true')).toBe(true)
  expect(readSidebarCookie('a=1; sidebar_state=false; b=2')).toBe(false)
})

it('remembers for 7 days', () => {
  expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax')
})

it('listens to Ctrl+B and Cmd+B', () => {
  const plain = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(isSidebarShortcut({ ...plain, ctrlKey: true })).toBe(true)
  expect(isSidebarShortcut({ ...plain, key: 'B', metaKey: true })).toBe(true)
  expect(isSidebarShortcut(plain)).toBe(false)
  expect(isSidebarShortcut({ ...plain, ctrlKey: true, shiftKey: true })).toBe(false)
  expect(isSidebarShortcut({ ...plain, key: 'i', ctrlKey: true })).toBe(false)
})
