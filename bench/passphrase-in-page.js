/**
 * Runs in the page before its own scripts (passphrase-time.ts): signs in with a session from elsewhere, and changes the
 * passphrase of the vault as a person would who needs no time to read.
 */
globalThis.readyToChange = (session) => {
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session)

  const until = async (find) => {
    for (;;) {
      const found = find()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const says = (text) => document.querySelector('[role=dialog]')?.textContent.includes(text)
  const button = (name, place = document) =>
    [...place.querySelectorAll('button')].find(({ textContent, disabled }) => textContent === name && !disabled)

  /** Types into a field as React notices it. */
  const type = (label, text) => {
    const labels = [...document.querySelectorAll('label')]
    const field = document.getElementById(labels.find(({ textContent }) => textContent === label).htmlFor)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  globalThis.unlock = async (passphrase) => {
    await until(() => button('Unlock'))
    type('Passphrase', passphrase)
    button('Unlock').click()
    await until(() => button('Lock'))
  }

  globalThis.changePassphrase = async (current, fresh) => {
    const more = await until(() => button('More'))
    // The menu opens at the press of the pointer.
    more.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    // Its items wait for the entries.
    const items = () => [...document.querySelectorAll('[role=menuitem]:not([data-disabled])')]
    const start = await until(() => items().find(({ textContent }) => textContent === 'Change passphrase'))
    start.click()
    await until(() => button('Continue'))
    type('Current passphrase', current)
    type('New passphrase', fresh)
    type('New passphrase again', fresh)
    button('Continue').click()
    await until(() => says('Save recovery file'))
    button('Change passphrase', document.querySelector('[role=dialog]')).click()
  }
  globalThis.isChanged = () => until(() => says('with the new passphrase from now on'))
  /** And the new passphrase was tried on everything that the list shows by then. */
  globalThis.isKnown = () => until(() => /Opens (\d+) of \1(?!\d)/.test(document.body.textContent))

  /** From now on, how long the page stood still: between two frames, and in one piece of work. */
  globalThis.watchFrames = () => {
    const longest = { frame: 0, task: 0 }
    new PerformanceObserver((tasks) => {
      for (const { duration } of tasks.getEntries()) longest.task = Math.max(longest.task, duration)
    }).observe({ type: 'longtask' })
    let before = performance.now()
    const look = (now) => {
      longest.frame = Math.max(longest.frame, now - before)
      before = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    globalThis.longestStandstill = () => JSON.stringify(longest)
  }
}
