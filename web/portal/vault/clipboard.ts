declare global {
  /** A browser without this permission throws a TypeError. */
  interface Permissions {
    query(permission: { name: 'clipboard-read' }): Promise<PermissionStatus>
  }
}

/** What was copied. */
export type CopiedSecret = 'password' | 'code'

/** The last copied secret, with the hash by which it is recognised on the clipboard. */
let copied: { what: CopiedSecret; hash: string } | undefined

/** Copies a text that is still being decrypted, and remembers its hash for `clearClipboard`. */
export async function copyToClipboard(what: CopiedSecret, decrypting: Promise<string>) {
  if (!window.isSecureContext) throw new Error('Browsers allow copying only on secure pages (https).')
  // Safari lets a page write only while it handles the click, but it accepts a promise of the text.
  if ('GestureEvent' in window) await navigator.clipboard.write([new ClipboardItem({ 'text/plain': decrypting })])
  else await navigator.clipboard.writeText(await decrypting)
  copied = { what, hash: await hashOf(await decrypting) }
}

/**
 * Empties the clipboard if it still holds the copied secret. `unknown` means that the browser did not allow reading it.
 * Undefined means that no secret was copied, or something else since.
 */
export async function clearClipboard(): Promise<{ what: CopiedSecret; outcome: 'cleared' | 'unknown' } | undefined> {
  if (copied === undefined) return undefined
  const { what, hash } = copied
  copied = undefined
  try {
    if (!(await mayLook())) return { what, outcome: 'unknown' }
    if ((await hashOf(await navigator.clipboard.readText())) !== hash) return undefined
    await navigator.clipboard.writeText('')
    return { what, outcome: 'cleared' }
  } catch {
    return { what, outcome: 'unknown' }
  }
}

/** Asking for the permission needs a person at the window; without focus it is not asked for. */
async function mayLook() {
  if (navigator.userActivation.isActive) return true
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' })
  if (state !== 'granted') return false
  // Only the focused window can read the clipboard, and the vault may have locked itself in the background.
  if (!document.hasFocus()) await new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }))
  return true
}

async function hashOf(text: string) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(hash).join()
}
