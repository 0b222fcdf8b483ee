import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isErrno } from '../../kernel/errno.ts'

/** Whether a module is a file in the folder of the functions rather than a library. */
export const isFunctionFile = (functionsDir: string, url: string | undefined): url is string =>
  url?.startsWith(`${pathToFileURL(functionsDir).href}/`) === true && !url.includes('/node_modules/')

/**
 * Gives each function its own copies of the modules that it imports from the folder of the functions, for example from
 * `_shared`: the address of a module names its function. A package that the project has not installed is also looked up
 * beside the engine, as for supabase-js.
 */
export function isolateModules(functionsDir: string): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context
      if (!isFunctionFile(functionsDir, parentURL)) return nextResolve(specifier, context)
      const found = resolveBesideEither(specifier, (from) =>
        nextResolve(specifier, { ...context, parentURL: from ?? parentURL }),
      )
      if (!isFunctionFile(functionsDir, found.url)) return found
      const own = new URL(found.url)
      for (const [name, value] of new URL(parentURL).searchParams) own.searchParams.set(name, value)
      return { ...found, url: own.href }
    },
  })
}

function resolveBesideEither<Found>(specifier: string, find: (from?: string) => Found): Found {
  try {
    return find()
  } catch (error) {
    const isPackage = /^[@\w]/.test(specifier) && !specifier.includes(':')
    if (!isPackage || !isErrno(error, 'ERR_MODULE_NOT_FOUND')) throw error
    return find(import.meta.url)
  }
}
