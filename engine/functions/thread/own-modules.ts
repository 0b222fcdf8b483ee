import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isErrno } from '../../kernel/errno.ts'

/** Whether a module is a file of the functions, which libraries beside them are not. */
export const isFunctionFile = (functionsDir: string, url: string | undefined): url is string =>
  url?.startsWith(`${pathToFileURL(functionsDir).href}/`) === true && !url.includes('/node_modules/')

/**
 * What one function's module imports from the folder of the functions, `_shared` above all, is that function's own: whose it is
 * stands in its address. A package that the project has not installed may still be beside the engine, as supabase-js is.
 */
export function keepModulesApart(functionsDir: string): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context
      if (!isFunctionFile(functionsDir, parentURL)) return nextResolve(specifier, context)
      const found = besideEither(specifier, (from) =>
        nextResolve(specifier, { ...context, parentURL: from ?? parentURL }),
      )
      if (!isFunctionFile(functionsDir, found.url)) return found
      const own = new URL(found.url)
      for (const [name, value] of new URL(parentURL).searchParams) own.searchParams.set(name, value)
      return { ...found, url: own.href }
    },
  })
}

function besideEither<Found>(specifier: string, find: (from?: string) => Found): Found {
  try {
    return find()
  } catch (error) {
    const isPackage = /^[@\w]/.test(specifier) && !specifier.includes(':')
    if (!isPackage || !isErrno(error, 'ERR_MODULE_NOT_FOUND')) throw error
    return find(import.meta.url)
  }
}
