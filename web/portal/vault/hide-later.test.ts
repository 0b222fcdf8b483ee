import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideLater } from './hide-later.ts'

const hide = vi.fn()
const window = Object.assign(new EventTarget(), { visibilityState: 'visible' })
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  hide.mockClear()
  window.visibilityState = 'visible'
})

it('[vault.md#showing] hides what is shown after thirty seconds, and not before', () => {
  const stop = hideLater(hide)
  vi.advanceTimersByTime(29_000)
  expect(hide).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(hide).toHaveBeenCalledOnce()
  stop()
})

it('[vault.md#showing] hides it as soon as a computer that slept for longer wakes', () => {
  const stop = hideLater(hide)
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(1_000)
  expect(hide).toHaveBeenCalledOnce()
  stop()
})

it('[vault.md#showing] hides it as soon as the window is out of sight', () => {
  const stop = hideLater(hide)
  window.dispatchEvent(new Event('visibilitychange'))
  expect(hide).not.toHaveBeenCalled()
  window.visibilityState = 'hidden'
  window.dispatchEvent(new Event('visibilitychange'))
  expect(hide).toHaveBeenCalledOnce()
  stop()
})

it('hides nothing once it was called off', () => {
  hideLater(hide)()
  vi.advanceTimersByTime(60_000)
  window.visibilityState = 'hidden'
  window.dispatchEvent(new Event('visibilitychange'))
  expect(hide).not.toHaveBeenCalled()
})
