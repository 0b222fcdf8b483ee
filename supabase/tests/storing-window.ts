import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Session } from '@supabase/supabase-js'

const program = fileURLToPath(new URL('../../web/testing/storing-window.ts', import.meta.url))

/** Where a window is, who has signed in there, and the change of a passphrase that it stores. */
type What = { url: string; session: Session; change: object }

/** A window of a browser that begins to store a change of a passphrase. */
export async function openStoringWindow(what: What) {
  const window = fork(program)
  const ended = new Promise<string | undefined>((resolve) => {
    window.on('message', (said) => said !== 'stores' && resolve(String(said)))
    window.once('exit', () => resolve(undefined))
  })
  window.send(what)
  await once(window, 'message')
  return {
    /** What it says of how that ended: 'stored', or the name of what went wrong; nothing, if it was closed before. */
    ended,
    async close(): Promise<void> {
      if (window.exitCode !== null || window.signalCode !== null) return
      const gone = once(window, 'exit')
      window.kill('SIGKILL')
      await gone
    },
  }
}
