/**
 * Loaded ahead of a server (`node --import`), tells whoever started it how many microseconds of CPU time all its threads took, and
 * how many kilobytes of memory it has, and had at most.
 */
process.on('message', (message) => {
  const { user, system } = process.cpuUsage()
  if (message === 'cpu?') process.send?.(user + system)
  if (message === 'memory now?') process.send?.(process.memoryUsage.rss() / 1024)
  if (message === 'memory?') process.send?.(process.resourceUsage().maxRSS)
})
