import type { LayerHost } from 'engine/feature'

/** The thread's host, set when the layer begins. */
export let thread: LayerHost

export function beginOn(given: LayerHost): void {
  thread = given
}
