import type { Plugin } from 'vite'

/**
 * React Router reloads the page where the code of a screen does not come: the old address and not the new one, into the browser's own
 * error page where there is no network, and for ever where the file stays away. Thrown, it reaches the portal's own boundary.
 */
export function keepThePage(): Plugin {
  const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
  return {
    name: 'keep-the-page',
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
