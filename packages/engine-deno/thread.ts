import type { LayerHost } from 'engine/feature'

/** What the thread gave when it began. */
export let thread: LayerHost

export function beginOn(given: LayerHost): void {
  thread = given
}
