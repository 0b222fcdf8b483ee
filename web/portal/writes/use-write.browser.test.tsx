import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { newQueryClient } from './query-client.ts'
import { useWrite, type Write } from './use-write.ts'

/** A screen with one button that writes, and a record of its callbacks. */
async function screenThat(mutationFn: () => Promise<unknown>) {
  const told = { onSuccess: vi.fn(), onError: vi.fn() }
  const write: Write<string> = {
    mutationFn,
    meta: { succeeded: { title: 'Saved' }, failed: { title: 'Not saved' }, refresh: [] },
  }
  function Screen() {
    const [save, isBusy] = useWrite(write, told)
    return (
      <button type="button" aria-busy={isBusy} onClick={() => void save('typed')}>
        Save
      </button>
    )
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <QueryClientProvider client={newQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  const button = page.getByRole('button', { name: 'Save' })
  await expect.element(button).toBeVisible()
  return { ...told, button, leave: () => root.unmount() }
}

it('writes once, however often it is asked meanwhile, and once more afterwards', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mutationFn = vi.fn(() => answers[mutationFn.mock.calls.length - 1]?.promise ?? Promise.resolve())
  const { button } = await screenThat(mutationFn)
  await button.dblClick()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  answers[0]?.resolve()
  await expectToast('Saved')
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  expect(mutationFn).toHaveBeenCalledOnce()
  await button.click()
  expect(mutationFn).toHaveBeenCalledTimes(2)
  answers[1]?.resolve()
})

it('tells the screen of a failure, which is said already and fails nothing else', async () => {
  const stray = vi.fn()
  window.addEventListener('unhandledrejection', stray)
  onTestFinished(() => window.removeEventListener('unhandledrejection', stray))
  const { button, onSuccess, onError } = await screenThat(() => Promise.reject(new Error('Refused')))
  await button.click()
  await expectDestructiveToast('Not saved')
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  expect(onError).toHaveBeenCalledOnce()
  expect(onSuccess).not.toHaveBeenCalled()
  expect(stray).not.toHaveBeenCalled()
})

it('does the rest although the screen was left meanwhile: what is saved is no draft any more', async () => {
  const answer = Promise.withResolvers<void>()
  const { button, onSuccess, leave } = await screenThat(() => answer.promise)
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  leave()
  answer.resolve()
  await expectToast('Saved')
  await expect.poll(() => onSuccess.mock.calls.length).toBe(1)
})
