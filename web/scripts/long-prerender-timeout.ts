import type { Plugin } from 'vite'

const PATIENCE_MS = 120_000

/**
 * React Router gives up on prerendering a page after ten seconds and offers no setting for it. A slow or busy machine
 * takes longer over the first page, which also loads the renderer, and a start must not fail for that.
 */
export function longPrerenderTimeout(): Plugin {
  return {
    name: 'long-prerender-timeout',
    apply: 'build',
    configResolved() {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, PATIENCE_MS))
    },
  }
}
