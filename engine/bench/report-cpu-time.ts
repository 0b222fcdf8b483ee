/**
 * Preloaded into a server (`node --import`): reports to its parent the microseconds of CPU time of all threads, and the
 * current and peak memory in kilobytes.
 */
process.on('message', (message) => {
  const { user, system } = process.cpuUsage()
  if (message === 'cpu?') process.send?.(user + system)
  if (message === 'memory now?') process.send?.(process.memoryUsage.rss() / 1024)
  if (message === 'memory?') process.send?.(process.resourceUsage().maxRSS)
})
