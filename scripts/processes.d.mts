import type { ChildProcess } from 'node:child_process'

export function startNode(
  args: readonly string[],
  options?: { env?: Record<string, string>; output?: 'inherit' | 'pipe' | 'ignore'; through?: readonly string[] },
): ChildProcess
