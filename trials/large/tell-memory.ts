/** Loaded ahead of a command (`node --import`), says at its end how many megabytes its process held at most. */
process.on('exit', () => console.error(`[memory] ${Math.round(process.resourceUsage().maxRSS / 1024)}`))
