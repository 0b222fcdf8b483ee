import type { LayerHost } from 'engine/feature'

/** The host of this thread, set when the layer starts. */
export let thread: LayerHost

export function beginOn(given: LayerHost): void {
  thread = given
}
