import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

it('no change of a screen makes the browser search all of it for what a rule of the body looks for', async () => {
  const css = await readFile(new URL('app.css', import.meta.url), 'utf8')
  const searching = Array.from(css.matchAll(/^\s*(?:html|body|main):has\((?!> )[^{]*/gm), ([selector]) =>
    selector.trim(),
  )
  expect(searching).toEqual([
    // This one is found in public pages only, since the portal's main stands beside no toasts.
    'main:has(auth-area) ~ section .toast',
    // This one is looked for only while a toast waits behind the latest.
    'body:has([data-chosen-bar]) .toast:not([data-latest])',
  ])
})
