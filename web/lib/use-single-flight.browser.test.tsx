import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { useSingleFlight } from './use-single-flight.ts'

function drawButton(work: () => Promise<unknown>, { isDisabledMeanwhile = false } = {}) {
  function Runs() {
    const [run, isBusy] = useSingleFlight(work)
    return (
      <button type="button" disabled={isBusy && isDisabledMeanwhile} onClick={() => void run()}>
        {isBusy ? 'Busy' : 'Idle'}
      </button>
    )
  }
  const house = document.body.appendChild(document.createElement('div'))
  const root = createRoot(house)
  onTestFinished(() => {
    root.unmount()
    house.remove()
  })
  root.render(<Runs />)
}

const button = () => page.getByRole('button')

it('runs once, also for two clicks on a button that was not disabled yet, and again when that is done', async () => {
  let done = Promise.withResolvers<void>()
  let times = 0
  drawButton(() => {
    times += 1
    return done.promise
  })
  await button().dblClick()
  await expect.element(button()).toHaveTextContent('Busy')
  expect(times).toBe(1)
  done.resolve()
  await expect.element(button()).toHaveTextContent('Idle')
  done = Promise.withResolvers<void>()
  await button().click()
  expect(times).toBe(2)
  done.resolve()
})

it('gives the focus back to a button that was disabled meanwhile, unless the person has moved on', async () => {
  let done = Promise.withResolvers<void>()
  drawButton(() => done.promise, { isDisabledMeanwhile: true })
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  await button().click()
  await expect.element(button()).toHaveTextContent('Busy')
  done.resolve()
  await expect.element(button()).toHaveFocus()
  done = Promise.withResolvers<void>()
  await button().click()
  field.focus()
  done.resolve()
  await expect.element(button()).toHaveTextContent('Idle')
  await expect.element(button()).not.toHaveFocus()
})
