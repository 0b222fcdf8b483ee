import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Session } from '@supabase/supabase-js'

const program = fileURLToPath(new URL('../../web/testing/storing-window.ts', import.meta.url))

/** The server, the session and the passphrase change of a browser window. */
type WindowOptions = { url: string; session: Session; change: object }

/** A browser window that begins to store a passphrase change. */
export async function openStoringWindow(what: WindowOptions) {
  const window = fork(program)
  const ended = new Promise<string | undefined>((resolve) => {
    window.on('message', (said) => said !== 'stores' && resolve(String(said)))
    window.once('exit', () => resolve(undefined))
  })
  window.send(what)
  await once(window, 'message')
  return {
    /** The result of storing: 'stored', or the name of the error; undefined if the window was closed before. */
    ended,
    async close(): Promise<void> {
      if (window.exitCode !== null || window.signalCode !== null) return
      const gone = once(window, 'exit')
      window.kill('SIGKILL')
      await gone
    },
  }
}
