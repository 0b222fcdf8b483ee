/** Whether the server can be reached at all, which a browser that says it has a network does not know. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
