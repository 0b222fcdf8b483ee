import type { Plugin } from 'vite'

const PATIENCE_MS = 120_000

/**
 * React Router gives up on a page that is not prerendered after ten seconds, and offers no setting for it. A machine
 * that is busy or slow takes longer over the first page, which also loads the renderer; a start must not fail for that.
 */
export function patientPrerender(): Plugin {
  return {
    name: 'patient-prerender',
    apply: 'build',
    configResolved() {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, PATIENCE_MS))
    },
  }
}
