/** Runs in the page before its own scripts (daily-tasks.ts): finds what a person would point at, and measures how long that took. */
globalThis.signIn = (session) => {
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session)
}

/** Waits until `look` finds something, as often as the page is drawn, and tells what and how long that took. */
async function found(look, what) {
  const since = performance.now()
  for (;;) {
    const result = look()
    const waited = performance.now() - since
    if (result) return { result, waited }
    if (waited > 20_000)
      throw new Error(`${JSON.stringify(what)} did not come: ${document.body.innerText.slice(0, 2000)}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

const nameOf = (element) =>
  (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()

/** The last element of that name in the open dialog or the page, or among the toasts. */
function elementCalled({ css, name = '' }) {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const places = [dialog ?? document, document.querySelector('#toasts')]
  return places
    .flatMap((place) => [...(place?.querySelectorAll(css) ?? [])])
    .findLast(
      (element) => element.checkVisibility() && !element.matches(':disabled') && nameOf(element).startsWith(name),
    )
}

/** The time for which an element keeps its place before it is clicked: people take longer to point at it. */
const STILL_MS = 250

/** The middle of what is called so, once it can be pointed at, and how long it took until it was there. */
globalThis.place = async (what) => {
  const since = performance.now()
  let last = { at: '', from: since }
  const { result } = await found(() => {
    const element = elementCalled(what)
    if (!element) return undefined
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const isThere = hit && (element.contains(hit) || hit.contains(element))
    const at = isThere ? `${x} ${y}` : ''
    if (at !== last.at) last = { at, from: performance.now() }
    return isThere && performance.now() - last.from >= STILL_MS ? { x, y } : undefined
  }, what)
  return JSON.stringify({ ...result, waited: last.from - since })
}

/** Chooses an option by its text, which a select may load once it is reached for. */
globalThis.choose = async (what, text) => {
  const select = await found(() => elementCalled(what), what)
  select.result.focus()
  const option = await found(() => [...select.result.options].find((one) => one.text === text), text)
  select.result.value = option.result.value
  select.result.dispatchEvent(new Event('change', { bubbles: true }))
  return select.waited + option.waited
}

/** Waits until somebody sees it, or until a field that is so has the focus. */
globalThis.seen = async (what) => (await found(() => elementCalled(what) !== undefined, what)).waited
globalThis.focused = async (css) => (await found(() => document.activeElement.matches(css), { focused: css })).waited

/** Chooses a file, like the window of the system. */
globalThis.give = (name, type, text) => {
  const files = new DataTransfer()
  files.items.add(new File([text], name, { type }))
  const input = [...document.querySelectorAll('input[type=file]')].at(-1)
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Once nothing has been asked for during a second. */
globalThis.atRest = async () => {
  let since = performance.now()
  const observer = new PerformanceObserver(() => {
    since = performance.now()
  })
  observer.observe({ entryTypes: ['resource'] })
  while (performance.now() - since < 1000) await new Promise((resolve) => setTimeout(resolve, 100))
  observer.disconnect()
}
