/** Completed projects over all projects, in whole percent. Without any project the rate is 100. */
export const completionRate = (completed: number, all: number) =>
  all === 0 ? 100 : Math.round((completed / all) * 100)
