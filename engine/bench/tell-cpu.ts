/**
 * Loaded ahead of a server (`node --import`), tells whoever started it how many microseconds of CPU time all its threads took, and
 * how many kilobytes of memory it had at most.
 */
process.on('message', (message) => {
  const { user, system } = process.cpuUsage()
  if (message === 'cpu?') process.send?.(user + system)
  if (message === 'memory?') process.send?.(process.resourceUsage().maxRSS)
})
