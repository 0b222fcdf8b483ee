/** Checks whether the server can be reached; the browser knows only whether it has a network. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
