import type { Layer } from './runtime-layer.ts'

/** Loads the layers for the project's functions; those with `export default { fetch }` need none. */
export const loadLayers = (packages: readonly string[]): Promise<Layer[]> =>
  Promise.all(
    packages.map(async (name) => {
      const { feature }: { feature: Layer } = await import(name)
      return feature
    }),
  )
