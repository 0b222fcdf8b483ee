import type { OpenApiFeature } from 'engine/feature'
import { loadVisible } from './load-visible.ts'
import { openApi } from './openapi.ts'

/** Describes what the caller may see of a schema. */
export const feature: OpenApiFeature = {
  async describe({ database, caller, config, ...described }) {
    return openApi({ ...described, visible: await loadVisible(database, caller, described.within, config) })
  },
}
