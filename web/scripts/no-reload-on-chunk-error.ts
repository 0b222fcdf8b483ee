import type { Plugin } from 'vite'

/**
 * Makes a failed import of a screen's code reach the portal's error boundary. React Router would reload the page
 * instead, which opens the old address instead of the new one, ends on the browser's own error page when the network is
 * gone, and repeats for ever while the file is missing.
 */
export function noReloadOnChunkError(): Plugin {
  const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
  return {
    name: 'no-reload-on-chunk-error',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/ },
      handler(code) {
        if (!reload.test(code))
          this.error('React Router handles screens that do not come in another way: look at it again.')
        return { code: code.replace(reload, 'throw error;'), map: null }
      },
    },
  }
}
