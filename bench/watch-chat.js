/**
 * Runs in the page before its own scripts (long-chat.ts): signs in with a session from elsewhere, and tells how long a person at
 * the messages screen waits, until what they wait for is painted.
 */
globalThis.watchChat = (session) => {
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session)

  /** When each frame of the chat came. */
  const heard = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...asked) {
      super(...asked)
      this.addEventListener('message', ({ data }) => heard.push({ data: String(data), at: performance.now() }))
    }
  }

  const conversation = () => document.querySelector('section[aria-label=Conversation]')
  const frame = () => new Promise(requestAnimationFrame)
  /** The moment after the next frame was painted. */
  const painted = async () => {
    await frame()
    const { port1, port2 } = new MessageChannel()
    const { promise, resolve } = Promise.withResolvers()
    port1.onmessage = () => resolve(performance.now())
    port2.postMessage(undefined)
    return promise
  }

  globalThis.loaded = async (count) => {
    while (document.querySelectorAll('[data-message]').length < count) await frame()
  }

  /** Scrolls to a place between the beginning (0) and the end (1). */
  globalThis.lookAt = async (place) => {
    const { scrollHeight } = conversation()
    conversation().scrollTop = place * scrollHeight
    for (let count = 0; count < 10; count += 1) await frame()
  }

  /** From the frame that tells of a message until that is painted, at the end of the list. */
  globalThis.shown = async (text) => {
    const { promise, resolve } = Promise.withResolvers()
    // Only what is new is looked at: a search of all messages would be measured as time of the page.
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.textContent.includes(text)))) return
      observer.disconnect()
      resolve(painted())
    })
    observer.observe(conversation(), { subtree: true, childList: true })
    const at = await promise
    return at - heard.find(({ data }) => data.includes(text)).at
  }

  /** How long each frame takes while one scrolls by so many pixels in each. */
  globalThis.scrolled = async (pixels, count) => {
    const frames = []
    let last = await frame()
    for (let number = 0; number < count; number += 1) {
      conversation().scrollTop += pixels
      const now = await frame()
      frames.push(now - last)
      last = now
    }
    return JSON.stringify(frames)
  }

  let typedAt = 0
  globalThis.focusField = () => {
    document.querySelector('form textarea').focus()
    addEventListener('input', ({ timeStamp }) => (typedAt = timeStamp))
  }
  globalThis.typed = async () => (await painted()) - typedAt
}
