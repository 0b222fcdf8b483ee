/** Loaded ahead of a server (`node --import`), tells whoever started it how many microseconds of CPU time all its threads took. */
process.on('message', (message) => {
  if (message !== 'cpu?') return
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
