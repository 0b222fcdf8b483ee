/** Completed projects over all projects, in whole percent. An agency without projects has left nothing undone. */
export const completionRate = (completed: number, all: number) =>
  all === 0 ? 100 : Math.round((completed / all) * 100)
