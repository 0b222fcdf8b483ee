declare global {
  /** Not every browser knows this one: a TypeError where it does not. */
  interface Permissions {
    query(permission: { name: 'clipboard-read' }): Promise<PermissionStatus>
  }
}

/** What a password that lies on the clipboard is known by, once it is copied: its hash. */
let copied: string | undefined

/** Puts a text that is still being decrypted on the clipboard, and knows it again for `clearClipboard`. */
export async function copyToClipboard(decrypting: Promise<string>) {
  if (!window.isSecureContext) throw new Error('Browsers allow copying only on secure pages (https).')
  // Safari lets a page write only while it handles the click, and waits then for what is to be written.
  if ('GestureEvent' in window) await navigator.clipboard.write([new ClipboardItem({ 'text/plain': decrypting })])
  else await navigator.clipboard.writeText(await decrypting)
  copied = await hashOf(await decrypting)
}

/**
 * Empties the clipboard if the copied password still lies there. `unknown`: the browser did not let this page look.
 * Nothing at all if no password was copied, or if something else has been since.
 */
export async function clearClipboard(): Promise<'cleared' | 'unknown' | undefined> {
  const hash = copied
  copied = undefined
  if (hash === undefined) return undefined
  try {
    if (!(await mayLook())) return 'unknown'
    if ((await hashOf(await navigator.clipboard.readText())) !== hash) return undefined
    await navigator.clipboard.writeText('')
    return 'cleared'
  } catch {
    return 'unknown'
  }
}

/** After a click the browser may ask whether the page may look. When nobody is there, nobody is asked. */
async function mayLook() {
  if (navigator.userActivation.isActive) return true
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' })
  if (state !== 'granted') return false
  // Only the window that has the focus has the clipboard: the vault may have locked itself behind another one.
  if (!document.hasFocus()) await new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }))
  return true
}

async function hashOf(text: string) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(hash).join()
}
