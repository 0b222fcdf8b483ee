import type { Layer } from './layer.ts'

/** Loads what the server names for the functions of its project; those that say `export default { fetch }` run without any. */
export const loadLayers = (packages: readonly string[]): Promise<Layer[]> =>
  Promise.all(
    packages.map(async (name) => {
      const { feature }: { feature: Layer } = await import(name)
      return feature
    }),
  )
